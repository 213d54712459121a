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
import { takePhoto } from './keep-photo.ts'
import { findAlike, findNifHolder } from './matches.ts'
import { carryConsents } from './consents.ts'
import { move, readStates, refuseMove } from './states.ts'
import { applicantOf, tell } from './tell.ts'

/**
 * Admits the applicant, all in one transaction: the person, new or known, the member with its number and first state, the
 * photo, and the application closed. One that is accepted already is answered as it is, so doing it twice makes one member.
 * Throws 422 by field.
 */
export async function accept(call: ActionCall): Promise<undefined> {
  const { db, engine, record, input, today } = call
  const states = await readStates(db)
  if (states.byId(record['stateId'])?.code === 'accepted') return
  refuseMove(states, record, 'accepted')
  const person = await knownPerson(call)
  const admission = admissionOf(call, person)
  await refuseNifOfAnother(call, admission, person)
  const member = await saveRecord(call, planOf(engine, members.name), {
    id: null,
    input: admission,
    mode: 'create',
  })
  const personId = String(member['personId'])
  const after = await move(call, record, {
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
  await carryConsents(call, { applicationId: record._id, personId })
  await takePhoto(call, { applicationId: record._id, personId, replaces: input['updatePerson'] === true })
  if (states.byCode('accepted').sendsMessage)
    await tell(call, { ...applicantOf(after._id, after), personId }, 'applicationAccepted')
  await announce(call, {
    event: 'welcome',
    to: { personId },
    values: {},
    about: { resource: 'members', id: member._id },
  })
  const admitted = { memberId: member._id, personId, applicationId: after._id }
  await publish(engine, 'memberAdmitted', { ...call, ...admitted, date: String(member['admissionDate']) })
}

/** The person whom the staff recognised, locked; undefined for a new one. Throws 422 when it must be said which. */
async function knownPerson(call: ActionCall): Promise<WireRecord | undefined> {
  const { db, engine, record, input } = call
  const id = input['personId']
  if (typeof id !== 'string') {
    const alike = input['newPerson'] === true ? [] : await findAlike(db, 'people', record)
    if (alike.length === 0) return undefined
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

/** Throws 422 at the choice of the person when the NIF that would be written is somebody else's. */
async function refuseNifOfAnother(
  { db }: ActionCall,
  admission: Record<string, unknown>,
  person: WireRecord | undefined,
): Promise<void> {
  const holder = await findNifHolder(db, admission['nif'], person?._id)
  if (holder === undefined) return
  const ways = 'escolha essa pessoa, corrija o NIF na candidatura ou marque-a como duplicada'
  throw invalid({ [person ? 'personId' : 'newPerson']: [`O NIF é de ${holder}: ${ways}.`] })
}

/** What the applicant filled in that a membership has too. */
const carried = Object.entries(memberApplications.fields as Fields).flatMap(([name, field]) =>
  mayWriteField(field, 'visitor') && name in members.fields ? [name] : [],
)
const ofPerson = new Set(carried.filter((name) => name in people.fields))

/** The new membership. Of a known person only what is empty is filled in, unless told otherwise. */
function admissionOf(
  { record, input, today }: ActionCall,
  person: WireRecord | undefined,
): Record<string, unknown> {
  const isWanted = (name: string) =>
    !isEmpty(record[name]) &&
    (!person || !ofPerson.has(name) || input['updatePerson'] === true || isEmpty(person[name]))
  return {
    ...Object.fromEntries(carried.filter(isWanted).map((name) => [name, record[name]])),
    ...(person && { personId: person._id }),
    ...(!isEmpty(input['categoryId']) && { categoryId: input['categoryId'] }),
    ...(!isEmpty(input['memberNumber']) && { memberNumber: input['memberNumber'] }),
    admissionDate: input['admissionDate'] ?? today,
    admissionBody: input['decisionBody'] ?? null,
    admissionMinute: input['minuteRef'] ?? null,
  }
}
