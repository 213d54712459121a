import { memberApplications } from '@agremia/resources/definitions/member-applications.ts'
import { members } from '@agremia/resources/definitions/members.ts'
import { people } from '@agremia/resources/definitions/people.ts'
import { mayWriteField } from '@agremia/resources/describe.ts'
import type { Fields } from '@agremia/resources/fields.ts'
import { isEmpty, isId } from '@agremia/resources/coerce.ts'
import { maybeOne, sql } from '../database/sql.ts'
import { invalid } from '../errors.ts'
import { announce } from '../messages/index.ts'
import { isDeceased } from '../deceased.ts'
import type { ActionCall } from '../rest/modules.ts'
import { planOf, publish } from '../rest/modules.ts'
import type { WireRecord } from '../rest/find-record.ts'
import { findLocked } from '../rest/find-record.ts'
import { saveRecord } from '../rest/write.ts'
import { movePhoto } from './keep-photo.ts'
import { findNifHolder, findSimilar } from './matches.ts'
import { copyConsents } from './consents.ts'
import { changeState, readStates, refuseStateChange } from './states.ts'
import { applicantOf, notifyApplicant } from './tell.ts'

/**
 * Admits the applicant in one transaction: creates or updates the person, creates the member with number and first state, moves
 * photo and consents, and closes the application. Idempotent: does nothing when it is accepted already. Throws 422 by field, and
 * 409 when the state does not allow it.
 */
export async function accept(call: ActionCall): Promise<undefined> {
  const { db, engine, record, input, today } = call
  const states = await readStates(db)
  if (states.byId(record['stateId'])?.code === 'accepted') return
  refuseStateChange(states, record, 'accepted')
  const person = await findChosenPerson(call)
  const admission = admissionOf(call, person)
  await refuseNifOfOther(call, admission, person)
  const member = await saveRecord(call, planOf(engine, members.name), {
    id: null,
    input: admission,
    mode: 'create',
  })
  const personId = String(member['personId'])
  const after = await changeState(call, record, {
    to: 'accepted',
    action: 'accept',
    values: {
      categoryId: member['categoryId'],
      decisionDate: input['decisionDate'] ?? today,
      decisionBody: input['decisionBody'] ?? null,
      minuteRef: input['minuteRef'] ?? null,
      reviewerId: call.caller.id,
      memberId: member._id,
      personId,
    },
  })
  await copyConsents(call, { applicationId: record._id, personId })
  await movePhoto(call, { applicationId: record._id, personId, replaces: input['updatePerson'] === true })
  if (states.byCode('accepted').sendsMessage)
    await notifyApplicant(call, { ...applicantOf(after._id, after), personId }, 'applicationAccepted')
  await announce(call, {
    event: 'welcome',
    to: { personId },
    values: {},
    about: { resource: 'members', id: member._id },
  })
  const admitted = { memberId: member._id, personId, applicationId: after._id }
  await publish(engine, 'memberAdmitted', { ...call, ...admitted, date: String(member['admissionDate']) })
}

/** Locks and returns the person that the staff chose; undefined for a new one. Throws 422 when similar people exist and none was chosen. */
async function findChosenPerson(call: ActionCall): Promise<WireRecord | undefined> {
  const { db, engine, record, input } = call
  const id = input['personId']
  if (typeof id !== 'string') {
    const similar = input['newPerson'] === true ? [] : await findSimilar(db, 'people', record)
    if (similar.length === 0) return undefined
    throw invalid({ personId: ['Há fichas parecidas: escolha a pessoa, ou confirme que é outra.'] })
  }
  const person = isId(id) ? await findLocked(db, planOf(engine, people.name), id) : undefined
  if (!person) throw invalid({ personId: ['Escolha um valor da lista.'] })
  const current = await maybeOne(
    db,
    sql`SELECT m.member_number, s.name, ${isDeceased} AS is_deceased FROM people p
             LEFT JOIN members m ON m.person_id = p.id LEFT JOIN member_state_names s ON s.id = m.current_state_id
           WHERE p.id = ${id} AND (${isDeceased} OR NOT s.marks_end) ORDER BY s.marks_end LIMIT 1`,
    { member_number: 'integer', name: 'text', is_deceased: 'boolean' },
  )
  if (current?.is_deceased)
    throw invalid({ personId: ['Faleceu: corrija-o primeiro na ficha, se for engano.'] })
  if (current)
    throw invalid({ personId: [`Já tem o número ${current.member_number}, no estado «${current.name}».`] })
  return person
}

/** Throws 422 on the field that chooses the person when another person has the NIF that would be written. */
async function refuseNifOfOther(
  { db }: ActionCall,
  admission: Record<string, unknown>,
  person: WireRecord | undefined,
): Promise<void> {
  const holder = await findNifHolder(db, admission['nif'], person?._id)
  if (holder === undefined) return
  const ways = 'escolha essa pessoa, corrija o NIF na candidatura ou marque-a como duplicada'
  throw invalid({ [person ? 'personId' : 'newPerson']: [`O NIF é de ${holder}: ${ways}.`] })
}

/** Names of the applicant's fields that members have too. */
const copiedFields = Object.entries(memberApplications.fields as Fields).flatMap(([name, field]) =>
  mayWriteField(field, 'visitor') && name in members.fields ? [name] : [],
)
const personFields = new Set(copiedFields.filter((name) => name in people.fields))

/** The values of the new member. Fills in only the empty fields of an existing person, unless `updatePerson` is set. */
function admissionOf(
  { record, input, today }: ActionCall,
  person: WireRecord | undefined,
): Record<string, unknown> {
  const isCopied = (name: string) =>
    !isEmpty(record[name]) &&
    (!person || !personFields.has(name) || input['updatePerson'] === true || isEmpty(person[name]))
  return {
    ...Object.fromEntries(copiedFields.filter(isCopied).map((name) => [name, record[name]])),
    ...(person && { personId: person._id }),
    ...(!isEmpty(input['categoryId']) && { categoryId: input['categoryId'] }),
    ...(!isEmpty(input['memberNumber']) && { memberNumber: input['memberNumber'] }),
    admissionDate: input['admissionDate'] ?? today,
    admissionBody: input['decisionBody'] ?? null,
    admissionMinute: input['minuteRef'] ?? null,
  }
}
