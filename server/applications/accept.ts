import { fieldErrors } from '@agremia/resources/field-errors.ts'
import { isEmpty, isId } from '@agremia/resources/coerce.ts'
import { memberApplications } from '@agremia/resources/definitions/member-applications.ts'
import { members } from '@agremia/resources/definitions/members.ts'
import { people } from '@agremia/resources/definitions/people.ts'
import { mayWriteField } from '@agremia/resources/describe.ts'
import { described, orNull } from '@agremia/resources/json-shape.ts'
import type { FastifyInstance } from 'fastify'
import { advisoryLocks } from '../database/advisory-locks.ts'
import { execute, jsonOf, maybeOne, one, sql } from '../database/sql.ts'
import { admissionObstacles } from '../deceased.ts'
import { findNotCharged } from '../dues/index.ts'
import { ApiError, invalid, notFound } from '../errors.ts'
import { discardFiles } from '../files/index.ts'
import { lockRulesShared } from '../members/index.ts'
import type { Channel } from '../messages/index.ts'
import { announce, obstacleOf } from '../messages/index.ts'
import { actionOf, performAction } from '../rest/actions.ts'
import { data, type WithId, route } from '../rest/api.ts'
import type { Api } from '../rest/api.ts'
import { euros } from '../rest/euros.ts'
import type { WireRecord } from '../rest/find-record.ts'
import { findLocked } from '../rest/find-record.ts'
import { refreshDependents } from '../rest/flat-fields.ts'
import type { ActionCall, Context, World } from '../rest/modules.ts'
import { planOf, publish } from '../rest/modules.ts'
import { inputSchema } from '../rest/openapi-schemas.ts'
import { runAndRollBack } from '../rest/write-request.ts'
import { bodyOf } from '../rest/request.ts'
import { requireAccess } from '../rest/scope.ts'
import { updateRow } from '../rest/write-row.ts'
import { saveRecord } from '../rest/write.ts'
import { copyConsents } from './consents.ts'
import { findNifHolder, findSimilar } from './matches.ts'
import { applicantOf, changeState, notifyApplicant, readStates } from './states.ts'
import { namesOf } from '@agremia/resources/names.ts'

/**
 * Admits the applicant in one transaction: creates or updates the person, creates the member with number and first state, moves
 * photo and consents, and closes the application. Throws 422 by field.
 */
export async function accept(call: ActionCall<typeof memberApplications, 'accept'>): Promise<undefined> {
  const { db, world, record, input, today } = call
  // Of two applications of one person the second finds the first.
  await lockRulesShared(db)
  await execute(db, sql`SELECT pg_advisory_xact_lock(${advisoryLocks.numbering})`)
  const person = await findChosenPerson(call)
  const admission = admissionOf(call, person)
  await refuseNifOfOther(call, admission, person)
  const member = await saveRecord(call, planOf(world, members.name), {
    id: null,
    input: admission,
    mode: 'create',
  })
  const personId = String(member['personId'])
  const notCharged = await findNotCharged(call, member._id)
  const after = await changeState(call, record, {
    to: 'accepted',
    action: 'accept',
    values: {
      categoryId: member['categoryId'],
      decisionDate: input.decisionDate ?? today,
      decisionBody: input.decisionBody ?? null,
      minuteRef: input.minuteRef ?? null,
      reviewerId: call.caller.id,
      memberId: member._id,
      personId,
      notCharged: notCharged.join('\n') || null,
    },
  })
  await copyConsents(call, { applicationId: record._id, personId })
  await movePhoto(call, { applicationId: record._id, personId, replaces: input.updatePerson === true })
  if ((await readStates(db)).byCode('accepted').sendsMessage)
    await notifyApplicant(call, { ...applicantOf(after._id, after), personId }, 'applicationAccepted')
  await announce(call, {
    event: 'welcome',
    to: { personId },
    values: {},
    about: { resource: 'members', id: member._id },
  })
  const admitted = { memberId: member._id, personId, applicationId: after._id }
  await publish(world, 'memberAdmitted', { ...call, ...admitted, date: String(member['admissionDate']) })
}

/** Locks and returns the person that the staff chose; undefined for a new one. Throws 422 when similar people exist and none was chosen. */
async function findChosenPerson(
  call: ActionCall<typeof memberApplications>,
): Promise<WireRecord | undefined> {
  const { db, world, record, input } = call
  const id = input.personId
  if (typeof id !== 'string') {
    const similar = input.newPerson === true ? [] : await findSimilar(db, 'people', record)
    if (similar.length === 0) return undefined
    throw invalid({ personId: ['Há fichas parecidas: escolha a pessoa, ou confirme que é outra.'] })
  }
  const person = isId(id) ? await findLocked(db, planOf(world, people.name), id) : undefined
  if (!person) throw invalid({ personId: [fieldErrors.option] })
  const problems = await admissionObstacles(db, id)
  if (problems['personId']) throw invalid(problems)
  const current = await maybeOne(
    db,
    sql`SELECT m.member_number, s.name FROM members m JOIN member_state_names s ON s.id = m.current_state_id
           WHERE m.person_id = ${id} AND NOT s.marks_end LIMIT 1`,
    { member_number: 'integer', name: 'text' },
  )
  if (current)
    throw invalid({ personId: [`Já tem o número ${current.member_number}, no estado «${current.name}».`] })
  return person
}

/** Throws 422 on the field that chooses the person when another person has the NIF that would be written. */
async function refuseNifOfOther(
  { db }: ActionCall<typeof memberApplications>,
  admission: Record<string, unknown>,
  person: WireRecord | undefined,
): Promise<void> {
  const holder = await findNifHolder(db, admission['nif'], person?._id)
  if (holder === undefined) return
  const ways = 'escolha essa pessoa, corrija o NIF na candidatura ou marque-a como duplicada'
  throw invalid({ [person ? 'personId' : 'newPerson']: [`O NIF é de ${holder}: ${ways}.`] })
}

/** Names of the applicant's fields that members have too. */
const copiedFields = namesOf(memberApplications.fields).filter(
  (name) => mayWriteField(memberApplications.fields[name], 'visitor') && name in members.fields,
)
const personFields = new Set<string>(copiedFields.filter((name) => name in people.fields))

/** The values of the new member. Fills in only the empty fields of an existing person, unless `updatePerson` is set. */
function admissionOf(
  { record, input, today }: ActionCall<typeof memberApplications>,
  person: WireRecord | undefined,
): Record<string, unknown> {
  const isCopied = (name: (typeof copiedFields)[number]) =>
    !isEmpty(record[name]) &&
    (!person || !personFields.has(name) || input.updatePerson === true || isEmpty(person[name]))
  return {
    ...Object.fromEntries(copiedFields.filter(isCopied).map((name) => [name, record[name]])),
    ...(person && { personId: person._id }),
    ...(!isEmpty(input.categoryId) && { categoryId: input.categoryId }),
    ...(!isEmpty(input.memberNumber) && { memberNumber: input.memberNumber }),
    admissionDate: input.admissionDate ?? today,
    admissionBody: input.decisionBody ?? null,
    admissionMinute: input.minuteRef ?? null,
  }
}

/** Moves the applicant's photo to the person. Without `replaces`, a photo of the person stays. */
async function movePhoto(
  writing: Context,
  { applicationId, personId, replaces }: { applicationId: string; personId: string; replaces: boolean },
): Promise<void> {
  const { db, world, changes } = writing
  const { applicationPhoto, personPhoto } = await one(
    db,
    sql`SELECT a.photo_id AS "applicationPhoto", p.photo_id AS "personPhoto" FROM member_applications a, people p
           WHERE a.id = ${applicationId} AND p.id = ${personId} FOR NO KEY UPDATE`,
    { applicationPhoto: 'uuid?', personPhoto: 'uuid?' },
  )
  if (!applicationPhoto || (personPhoto && !replaces)) return
  await execute(db, sql`UPDATE member_applications SET photo_id = NULL WHERE id = ${applicationId}`)
  const after = await updateRow(
    db,
    planOf(world, people.name),
    personId,
    {},
    { columns: { photo_id: applicationPhoto } },
  )
  if (personPhoto) await discardFiles(db, [personPhoto])
  changes.push({ resource: people.name, action: 'updated', id: personId, version: after._version })
  await refreshDependents(writing, people, personId)
}

/**
 * `POST /member_applications/:id/accept/preview`: the member number, the charges (in euros) and the messages that accepting the
 * application would create; null if it would be rejected. Accepts it and rolls back.
 */
export function admissionPreviewRoute(app: FastifyInstance, world: World): void {
  const { actions } = memberApplications
  if (!actions) throw new Error('applications have actions')
  const { access, fields } = actions.accept
  const api: Api = {
    name: 'previewAcceptApplication',
    summary: 'Prever os efeitos de aceitar uma candidatura',
    body: (context) => inputSchema(fields, context),
    answers: {
      200: data(
        orNull({
          memberNumber: 'integer',
          charges: [{ description: 'text', amount: 'euros', dueDate: 'day' }],
          notCharged: described('Não cobrado na admissão, e porquê.', 'text?'),
          messages: [{ subject: 'text', channel: 'text', recipient: 'text?', state: 'text' }],
        }),
      ),
    },
  }
  app.post<WithId>('/member_applications/:id/accept/preview', route(api), async (request) => {
    requireAccess(access(request.caller), request.caller)
    const { id } = request.params
    if (!isId(id)) throw notFound()
    const input = bodyOf(request)
    const data = await runAndRollBack(world, request, async (writing) => {
      try {
        await performAction(writing, actionOf(world, memberApplications.name, 'accept'), { id, input })
        return await readAdmission(writing, id)
      } catch (error) {
        if (error instanceof ApiError && (error.status === 422 || error.status === 409)) return null
        throw error
      }
    })
    return { data }
  })
}

async function readAdmission({ db, world, settings }: Context, applicationId: string): Promise<unknown> {
  const admission = await maybeOne(
    db,
    sql`SELECT m.member_number AS "memberNumber",
             (SELECT coalesce(json_agg(json_build_object('description', c.description, 'amount', ${euros('c.amount')}, 'dueDate', c.due_date)
               ORDER BY c.due_date, c.id), '[]') FROM unsettled_payments c WHERE c.member_id = m.id) AS charges,
             (SELECT coalesce(json_agg(json_build_object('subject', g.subject, 'channel', g.channel, 'recipient', g.recipient, 'state', g.state)
               ORDER BY g.id), '[]') FROM messages g WHERE g.person_id = m.person_id AND g.created_at = now()) AS messages,
             a.not_charged AS "notCharged"
           FROM member_applications a JOIN members m ON m.id = a.member_id WHERE a.id = ${applicationId}`,
    {
      memberNumber: 'integer',
      charges: 'json',
      messages: jsonOf<{ channel: Channel; state: string }[]>(),
      notCharged: 'text?',
    },
  )
  if (!admission) return null
  const isHeld = ({ channel, state }: { channel: Channel; state: string }) =>
    state === 'queued' && obstacleOf(world, settings, { channel, isUrgent: false }) !== undefined
  const messages = admission.messages.map((one) => (isHeld(one) ? { ...one, state: 'held' } : one))
  return { ...admission, messages }
}
