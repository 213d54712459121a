import { isId } from '@agremia/resources/coerce.ts'
import { members } from '@agremia/resources/definitions/members.ts'
import { described, limited, mapOf } from '@agremia/resources/json-shape.ts'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import type { FastifyInstance } from 'fastify'
import type { RowOf } from '../database/sql.ts'
import { execute, many, one, raiseVersion, sql } from '../database/sql.ts'
import { changedChargeShape, compareCharges, followStates, quotasBefore } from '../dues/index.ts'
import { ApiError, conflict, invalid } from '../errors.ts'
import { countEffects, heldShape } from '../membership-events.ts'
import { useFile } from '../record-files/index.ts'
import { actionOf, performAction, readActionInput } from '../rest/actions.ts'
import { data, route } from '../rest/api.ts'
import type { Api } from '../rest/api.ts'
import { recordAudit } from '../rest/audit.ts'
import type { ActionCall, Context, World } from '../rest/modules.ts'
import { publish } from '../rest/modules.ts'
import { inputSchema } from '../rest/openapi-schemas.ts'
import { runAndRollBack } from '../rest/write-request.ts'
import { bodyOf } from '../rest/request.ts'
import { requireAccess } from '../rest/scope.ts'
import {
  announceState,
  applyDueStates,
  insertState,
  isAnnounced,
  lockRulesShared,
  readStateNames,
} from './states.ts'

/**
 * Ends the current state and begins another. After a state that marks the end only one that does not may follow (readmission). A
 * future change is stored in the history and takes effect on its day. A change replaces all future changes with the same or a later
 * date, except a later leaving with what follows it, which stays unless the change marks the end too or says to drop it
 * (`planned`). One that marks the end until today, before a future admission, replaces the whole history. A change to the state that it would follow only cancels those that it replaces.
 * With `charges: change` the unpaid quotas follow it. Throws 422 by field, and 409 after the end.
 */
export async function changeState(call: ActionCall<typeof members, 'changeState'>): Promise<undefined> {
  const { db, record, input, today, changes } = call
  await lockRulesShared(db)
  const names = await readStateNames(call)
  const target = names.get(input.stateNameId)
  const date = input.date
  const { open, later } = await historyUntil(call, date)
  const isLeaving = ({ state_name_id }: StateRow) => names.get(state_name_id)?.marks_end === true
  const leaving =
    target?.marks_end || input.planned === 'drop'
      ? undefined
      : later.find((row) => isLeaving(row) && row.start_date > date)
  const future = leaving ? later.slice(0, later.indexOf(leaving)) : later
  const isCancellation = future.length > 0 && target?.id === open?.state_name_id
  const admitted = record.admissionDate
  // Who gives up before the admission was never a member: the end takes the place of the state that would begin with it.
  const isGivingUp =
    admitted > today && date <= today && target?.marks_end === true && open !== undefined && !isLeaving(open)
  const errors: Record<string, string[]> = {}
  if (!target || !target.active) errors['stateNameId'] = ['Escolha um estado em uso.']
  else if (open && target.id === open.state_name_id && !isCancellation)
    errors['stateNameId'] = [
      `Já está no estado «${target.name}».${leaving ? ` Para que não saia a ${formatDate(leaving.start_date)}, escolha «Retirar todas» em «Mudanças já marcadas».` : ''}`,
    ]
  else if (target.needs_reason && !input.reason && !isCancellation && !call.isOfThePast)
    errors['reason'] = [`O estado «${target.name}» exige um motivo.`]
  const documentId = input.documentId
  if (documentId && !(await useFile(call, documentId, record._id)))
    errors['documentId'] = ['Este documento já não existe: junte-o outra vez.']
  else if (target?.needs_document && !documentId && !isCancellation && !call.isOfThePast)
    errors['documentId'] = [`O estado «${target.name}» exige um documento: junte um PDF ou uma fotografia.`]
  if (open && date < open.start_date && !isGivingUp)
    errors['date'] = [`É anterior ao início do estado atual (${formatDate(open.start_date)}).`]
  if (!errors['date'] && date < admitted && !isGivingUp) {
    errors['date'] = [
      target?.marks_end
        ? 'A data de saída é anterior à admissão.'
        : `É anterior à admissão (${formatDate(admitted)}).`,
    ]
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const from = open && names.get(open.state_name_id)
  const isCorrection = open?.start_date === date
  const isReadmission = from?.marks_end === true && !target?.marks_end && !isCancellation && !isCorrection
  if (from?.marks_end && target?.marks_end && !isCancellation)
    throw conflict(`Já saiu («${from.name}»): só pode ser readmitido.`)
  // The charges of a member who leaves are cancelled or restored whatever is decided.
  const charged =
    input.charges === 'change' && !target?.marks_end ? await quotasBefore(call, [record._id]) : undefined
  await deleteStates(call, isGivingUp ? [open, ...future] : future)
  const end = leaving?.start_date ?? null
  if (isCorrection && !isCancellation && !isGivingUp) await withdrawNotice(call, open.id)
  if (open && !isGivingUp) await endState(call, open.id, isCancellation ? end : date)
  const endsAccess =
    target?.marks_end === true && input.endsAccess !== false && !isCancellation && !call.isOfThePast
  if (!isCancellation) await beginState(call, { date, end, endsAccess })
  const changed = await applyDueStates(db, today, record._id)
  changes.push(...changed)
  if (changed.length === 0)
    changes.push({ resource: 'members', action: 'updated', id: record._id, version: record._version })
  await publish(call.world, 'stateChanged', {
    ...call,
    memberId: record._id,
    date,
    isReadmission,
    endsAccess,
  })
  if (charged) await followStates(call, [record._id], charged)
  if (target && isAnnounced(target) && !call.isOfThePast) {
    const state = { name: target.name, date, reason: input.reason }
    await announceState(call, { memberId: record._id, personId: record.personId, state })
  }
  await recordAudit(call, [
    {
      resource: 'members',
      id: record._id,
      action: 'changeState',
      changes: [
        { field: 'currentStateId', from: from?.name ?? null, to: target?.name ?? null },
        { field: 'stateSince', from: open?.start_date ?? null, to: isCancellation ? open?.start_date : date },
        ...later.map((row) => ({
          field: 'planned',
          from: `${names.get(row.state_name_id)?.name} (${formatDate(row.start_date)})`,
          to: future.includes(row) ? 'Retirada' : 'Mantém\u2011se',
        })),
      ],
    },
  ])
  return undefined
}

type StateRow = RowOf<typeof stateShape>
const stateShape = { id: 'uuid', state_name_id: 'uuid', start_date: 'day', version: 'integer' } as const

/** The state that a change on `date` follows, and the future changes from that day on, the earliest first. Locks the history. */
async function historyUntil(
  { db, record, today }: ActionCall<typeof members>,
  date: string,
): Promise<{ open: StateRow | undefined; later: StateRow[] }> {
  const rows = await many(
    db,
    sql`SELECT id, state_name_id, start_date, version FROM member_states WHERE member_id = ${record._id}
           ORDER BY start_date DESC, end_date DESC NULLS FIRST, id DESC FOR UPDATE`,
    stateShape,
  )
  const isLater = ({ start_date }: StateRow) => start_date > today && start_date >= date
  // The first state is never replaced: with a future admission it starts in the future too.
  const [first, ...others] = rows.toReversed()
  return { open: others.findLast((row) => !isLater(row)) ?? first, later: others.filter(isLater) }
}

/** Withdraws the unsent message that announced a state which another one replaces. Needs the row as it was. */
async function withdrawNotice(call: ActionCall<typeof members>, stateId: string): Promise<void> {
  await publish(call.world, 'stateWithdrawn', { ...call, memberId: call.record._id, stateId })
}

async function deleteStates(call: ActionCall<typeof members>, rows: StateRow[]): Promise<void> {
  const { db, record, changes } = call
  const owner = record.personId
  for (const { id, version } of rows) {
    await withdrawNotice(call, id)
    await execute(db, sql`DELETE FROM member_states WHERE id = ${id}`)
    changes.push({ resource: 'memberStates', action: 'deleted', id, version, owner })
  }
}

async function endState(
  { db, changes }: ActionCall<typeof members>,
  id: string,
  date: string | null,
): Promise<void> {
  const { version } = await one(
    db,
    sql`UPDATE member_states SET end_date = ${date}, ${raiseVersion()} WHERE id = ${id} RETURNING version`,
    { version: 'integer' },
  )
  changes.push({ resource: 'memberStates', action: 'updated', id, version })
}

async function beginState(
  { db, record, input, caller, changes }: ActionCall<typeof members, 'changeState'>,
  { date, end, endsAccess }: { date: string; end: string | null; endsAccess: boolean },
): Promise<void> {
  const id = await insertState(db, {
    memberId: record._id,
    personId: record.personId,
    stateNameId: input.stateNameId,
    startDate: date,
    endDate: end,
    reason: input.reason,
    decisionBody: input.decisionBody,
    minuteRef: input.minuteRef,
    documentId: input.documentId,
    endsAccess,
    by: caller.name,
  })
  changes.push({ resource: 'memberStates', action: 'created', id, version: 1 })
}

const accessShape = {
  ...heldShape,
  problem: described('Porque é que a conta não pode ser bloqueada com a mudança.', 'text?'),
} as const

const plannedShape = {
  state: 'text',
  date: 'day',
  isKept: described('Se a mudança a mantém.', 'boolean'),
  count: 'integer',
} as const

/** Each member is changed and rolled back, which takes a few milliseconds. */
const memberLimit = 50
const memberIdsShape = limited('uuid[]', { minItems: 1, maxItems: memberLimit })

/**
 * `POST /members/change_state/preview`: the differences (`effects`) that a change of state of `memberIds` would make to the counts of
 * all areas, the charges that would be different if it were told to change them (`charges`), the changes that were planned for later (`planned`), and the accounts with which they do the work of the staff (`access`). A future change is previewed as on its day.
 */
export function changePreviewRoute(app: FastifyInstance, world: World): void {
  const { actions } = members
  if (!actions) throw new Error('members have actions')
  const { access, fields } = actions.changeState
  const api: Api = {
    name: 'previewChangeState',
    summary: 'Prever os efeitos de uma mudança de estado',
    body: (context) => inputSchema(fields, context, { memberIds: memberIdsShape }),
    answers: {
      200: data({
        count: 'integer',
        effects: mapOf('number'),
        after: mapOf('number'),
        charges: [changedChargeShape],
        planned: [plannedShape],
        access: [accessShape],
      }),
    },
    refuses: [422],
  }
  app.post('/members/change_state/preview', route(api), async (request) => {
    requireAccess(access(request.caller), request.caller)
    const { memberIds, ...body } = bodyOf(request)
    const ids = idsOf(memberIds)
    const data = await runAndRollBack(world, request, async (writing) => {
      // A missing reason does not change the effects, and the user may not have typed it yet.
      // Accounts are not blocked, so that the preview tells what people hold.
      const given = { ...body, reason: body['reason'] || '…', endsAccess: false }
      const { date, stateNameId, charges: decision } = readActionInput(fields, given, writing)
      const marksEnd = (await readStateNames(writing)).get(stateNameId)?.marks_end === true
      const onDay = { ...writing, today: date > writing.today ? date : writing.today }
      const planned = await findPlanned(writing, ids, date)
      let count = 0
      const charges: Awaited<ReturnType<typeof compareCharges>> = []
      const charged = new Map<string, Awaited<ReturnType<typeof quotasBefore>>>()
      const changeCharges = async () => {
        for (const [id, before] of charged)
          charges.push(...(await compareCharges(onDay.db, id, () => followStates(onDay, [id], before))))
      }
      const counted = await countEffects(onDay, ids, async () => {
        for (const id of ids) {
          const before = marksEnd ? undefined : await quotasBefore(onDay, [id])
          if (!(await tryChange(onDay, id, { ...given, charges: 'leave' }))) continue
          count++
          if (before) charged.set(id, before)
        }
        // The effects are those of the decision.
        if (decision === 'change') await changeCharges()
      })
      if (decision !== 'change') await changeCharges()
      return {
        count,
        ...counted,
        charges,
        planned: groupPlanned(planned, await findPlanned(writing, ids, date)),
        access: (await publish(world, 'accessOfMembers', { ...writing, memberIds: ids })).flat(),
      }
    })
    return { data }
  })
}

/** The changes of state of these members after today and from `date` on, the earliest first. A member's first state is none. */
async function findPlanned({ db, today }: Context, memberIds: readonly string[], date: string) {
  return many(
    db,
    sql`SELECT s.id, n.name AS state, s.start_date AS date FROM member_states s JOIN member_state_names n ON n.id = s.state_name_id
        WHERE s.member_id = ANY(${memberIds}::uuid[]) AND s.start_date > ${today}::date AND s.start_date >= ${date}::date
          AND s.end_date IS DISTINCT FROM s.start_date
          AND EXISTS (SELECT FROM member_states b WHERE b.member_id = s.member_id AND (b.start_date, b.id) < (s.start_date, s.id))
        ORDER BY s.start_date, n.name, s.id`,
    { id: 'uuid', state: 'text', date: 'day' },
  )
}

/** What becomes of planned changes, those of the same state and day together. */
function groupPlanned(
  before: Awaited<ReturnType<typeof findPlanned>>,
  after: typeof before,
): { state: string; date: string; isKept: boolean; count: number }[] {
  const remaining = new Set(after.map(({ id }) => id))
  const rows = before.map(({ id, state, date }) => ({ state, date, isKept: remaining.has(id) }))
  return [...Map.groupBy(rows, (row) => JSON.stringify(row)).values()].flatMap(([row, ...others]) =>
    row ? [{ ...row, count: others.length + 1 }] : [],
  )
}

function idsOf(ids: unknown): string[] {
  const isValid =
    Array.isArray(ids) && ids.length > 0 && ids.length <= memberLimit && ids.every((id) => isId(id))
  if (!isValid) throw invalid({ memberIds: [`Escolha até ${memberLimit} pessoas.`] })
  return [...new Set((ids as string[]).map((id) => id.toLowerCase()))]
}

/** Changes the member. Returns false when the change is rejected. */
async function tryChange(writing: Context, id: string, input: Record<string, unknown>): Promise<boolean> {
  try {
    await performAction(writing, actionOf(writing.world, members.name, 'changeState'), { id, input })
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}
