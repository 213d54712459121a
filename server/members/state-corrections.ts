import { memberStates } from '@agremia/resources/definitions/member-states.ts'
import { mapOf } from '@agremia/resources/json-shape.ts'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import type { FastifyInstance } from 'fastify'
import type { RowOf } from '../database/sql.ts'
import { many, maybeOne, one, raiseVersion, sql } from '../database/sql.ts'
import {
  beforeStateCorrection,
  changedChargeShape,
  compareCharges,
  correctionOf,
  followStateCorrection,
  lockHistory,
  previewCorrection,
} from '../dues/index.ts'
import { conflict, invalid } from '../errors.ts'
import { countEffects } from '../membership-events.ts'
import { useFile } from '../record-files/index.ts'
import { data, route } from '../rest/api.ts'
import type { Api } from '../rest/api.ts'
import { recordAudit } from '../rest/audit.ts'
import { changesOf, idAndVersion } from '../rest/changes.ts'
import type { ActionCall, Context, HookContext, Hooks, World } from '../rest/modules.ts'
import { publish } from '../rest/modules.ts'
import type { StateName } from './states.ts'
import { announceState, applyDueStates, isAnnounced, readStateNames } from './states.ts'
import type { FieldMessages } from '../errors.ts'

type HistoryRow = RowOf<typeof historyShape>
const historyShape = {
  id: 'uuid',
  state_name_id: 'uuid',
  start_date: 'day',
  end_date: 'day?',
  version: 'integer',
  has_document: 'boolean',
} as const

/** The history of a member, the oldest state first. */
async function readHistory({ db }: Pick<Context, 'db'>, memberId: string): Promise<HistoryRow[]> {
  return many(
    db,
    sql`SELECT id, state_name_id, start_date, end_date, version, document_id IS NOT NULL AS has_document FROM member_states
        WHERE member_id = ${memberId}::uuid ORDER BY start_date, end_date NULLS LAST, id`,
    historyShape,
  )
}

/** Whether the row was in force on some day: others were replaced on their own day. */
const wasInForce = ({ start_date, end_date }: Pick<HistoryRow, 'start_date' | 'end_date'>) =>
  end_date === null || end_date > start_date

/** Rows that `row` replaced on their own day. */
const replacedBy = (rows: readonly HistoryRow[], row: HistoryRow) =>
  wasInForce(row) ? rows.filter((one) => !wasInForce(one) && one.start_date === row.start_date) : []

type Names = Awaited<ReturnType<typeof readStateNames>>
type Prepared = Awaited<ReturnType<typeof beforeStateCorrection>> & { states: string }

/** Rows of the history that staff enter and correct, each with the reason of the correction. */
export const stateHooks: Hooks<typeof memberStates, Prepared> = {
  async beforeLock({ db }, id) {
    const row = await maybeOne(db, sql`SELECT member_id FROM member_states WHERE id = ${id}::uuid`, {
      member_id: 'uuid',
    })
    if (row) await lockHistory(db, row.member_id)
  },
  validate: async (context) => ({ errors: await stateProblems(context) }),
  async beforeSave(context) {
    const { before, id, values, merged, caller, set } = context
    const memberId = merged.memberId
    if (!before) {
      await lockHistory(context.db, memberId)
      const errors = await stateProblems(context)
      if (Object.keys(errors).length > 0) throw invalid(errors)
      const member = await one(context.db, sql`SELECT person_id FROM members WHERE id = ${memberId}::uuid`, {
        person_id: 'uuid',
      })
      set({ personId: member.person_id })
    }
    const { documentId } = values
    if (typeof documentId === 'string' && !(await useFile(context, documentId, memberId)))
      throw invalid({ documentId: ['Este documento já não existe: junte-o outra vez.'] })
    set({ createdByName: caller.name })
    const rows = await readHistory(context, memberId)
    const prepared = {
      ...(await beforeStateCorrection(context, [memberId], values.charges)),
      states: await wordsOf(context, rows),
    }
    if (before && ['stateNameId', 'startDate', 'reason'].some((name) => name in values))
      await withdrawNotice(context, memberId, id)
    if (!before || 'startDate' in values) {
      const own = rows.find((row) => row.id === id)
      const others = rows.filter((row) => row.id !== id)
      const startDate = merged.startDate
      const replaced = own ? replacedBy(others, own) : []
      await deleteRows(context, replaced)
      const left = others.filter((row) => !replaced.includes(row))
      const next = left.find((row) => row.start_date > startDate)?.start_date ?? null
      const previous = left.findLast((row) => row.start_date < startDate)
      set({ endDate: next })
      if (previous) await endRow(context, previous.id, startDate)
    }
    return prepared
  },
  async afterSave(context, prepared) {
    const { merged, values } = context
    await followCorrection(context, {
      memberId: merged.memberId,
      reason: values.correction,
      prepared,
    })
    const state = values.announces && (await readStateNames(context)).get(merged.stateNameId)
    if (state)
      await announceState(context, {
        memberId: merged.memberId,
        personId: merged.personId,
        state: { name: state.name, date: merged.startDate, reason: merged.reason },
      })
  },
}

/** Errors by field of a row that is entered or corrected. */
async function stateProblems(context: HookContext<typeof memberStates>): Promise<FieldMessages> {
  const { db, id, before, merged, values, today } = context
  const { memberId, startDate, stateNameId } = merged
  const errors: FieldMessages = {}
  if (!values.correction) errors['correction'] = ['Indique o motivo da correção.']
  if (typeof memberId !== 'string' || typeof startDate !== 'string' || typeof stateNameId !== 'string')
    return errors
  const member = await maybeOne(db, sql`SELECT admission_date FROM members WHERE id = ${memberId}::uuid`, {
    admission_date: 'day',
  })
  const names = await readStateNames(context)
  const target = names.get(stateNameId)
  if (!member || !target) return errors
  const rows = await readHistory(context, memberId)
  const own = rows.find((row) => row.id === id)
  Object.assign(errors, needProblems(context, { target, hasDocument: own?.has_document === true }))
  const others = rows.filter((row) => row.id !== id && wasInForce(row))
  const isCurrent =
    (!own || wasInForce(own)) &&
    startDate <= today &&
    !others.some((row) => row.start_date > startDate && row.start_date <= today)
  if (values.announces && !isAnnounced(target))
    errors['announces'] = [`Quem passa ao estado «${target.name}» não é avisado.`]
  else if (values.announces && !isCurrent)
    errors['announces'] = ['Só se avisa do estado em que a pessoa fica hoje.']
  if (own && !wasInForce(own)) {
    if (startDate !== own.start_date)
      errors['startDate'] = ['Foi substituído no próprio dia: retire-o, ou acrescente outro.']
    return errors
  }
  const isMoved = !before || startDate !== own?.start_date
  const admission = member.admission_date
  if (!before && startDate > today) errors['startDate'] = ['É depois de hoje: use antes «Mudar de estado».']
  else if (isMoved && others.some((row) => row.start_date === startDate))
    errors['startDate'] = ['Já há uma mudança neste dia: corrija-a.']
  else if (own && own === rows.find(wasInForce))
    Object.assign(errors, firstProblems({ startDate, admission, target, next: others[0], isMoved, names }))
  else if (startDate < admission) errors['startDate'] = [`É anterior à admissão (${formatDate(admission)}).`]
  else {
    const passed = own && passedBy(others, own.start_date, startDate)
    if (passed)
      errors['startDate'] = [
        `Entre os dois dias há outra mudança (${wordOf(passed, names)}): corrija-a ou retire-a primeiro.`,
      ]
  }
  if (errors['startDate']) return errors
  const neighbour = neighbourProblem(target, {
    previous: others.findLast((row) => row.start_date < startDate),
    next: others.find((row) => row.start_date > startDate),
    names,
  })
  if (neighbour) errors['stateNameId'] ??= [neighbour]
  return errors
}

/** Missing reason, deliberation or document that the state requires. */
function needProblems(
  { before, merged, values }: HookContext<typeof memberStates>,
  { target, hasDocument }: { target: StateName; hasDocument: boolean },
): FieldMessages {
  const isNew = before === null || 'stateNameId' in values
  if (isNew && !target.active) return { stateNameId: ['Escolha um estado em uso.'] }
  if (target.needs_reason && !merged.reason && (isNew || 'reason' in values))
    return { reason: [`O estado «${target.name}» exige um motivo.`] }
  if (isNew && target.needs_document && !values.documentId && !hasDocument)
    return {
      documentId: [`O estado «${target.name}» exige um documento: junte um PDF ou uma fotografia.`],
    }
  return {}
}

/** The first state begins with the admission, or before it when the person gave up. */
function firstProblems({
  startDate,
  admission,
  target,
  next,
  isMoved,
  names,
}: {
  startDate: string
  admission: string
  target: StateName
  next: HistoryRow | undefined
  isMoved: boolean
  names: Names
}): FieldMessages {
  if (target.marks_end) {
    if (startDate >= admission)
      return isMoved
        ? { startDate: [`Quem desiste fá-lo antes da admissão (${formatDate(admission)}).`] }
        : { stateNameId: ['É o estado com que entrou: não pode marcar o fim.'] }
  } else if (startDate !== admission)
    return {
      startDate: [`Começa com a admissão (${formatDate(admission)}): corrija antes a data de admissão.`],
    }
  return next && startDate > next.start_date
    ? { startDate: [`É posterior à mudança seguinte (${wordOf(next, names)}).`] }
    : {}
}

const passedBy = (others: readonly HistoryRow[], from: string, to: string) =>
  others.find(({ start_date }) =>
    from < to ? start_date > from && start_date < to : start_date < from && start_date > to,
  )

/** Why the state cannot stand between these neighbours: only a readmission follows an end, no state follows a death. */
function neighbourProblem(
  target: StateName,
  { previous, next, names }: Record<'previous' | 'next', HistoryRow | undefined> & { names: Names },
): string | undefined {
  const before = previous && names.get(previous.state_name_id)
  const after = next && names.get(next.state_name_id)
  if (previous && before) {
    if (before.id === target.id) return `Já está neste estado (${wordOf(previous, names)}).`
    if (before.marks_death)
      return `Faleceu antes (${wordOf(previous, names)}): corrija primeiro essa mudança.`
    if (before.marks_end && target.marks_end)
      return `Já tinha saído (${wordOf(previous, names)}): corrija antes essa mudança.`
  }
  if (next && after) {
    if (after.id === target.id)
      return `Passa a este estado depois (${wordOf(next, names)}): mude antes o dia dessa mudança.`
    if (target.marks_death)
      return `Há uma mudança posterior (${wordOf(next, names)}): corrija-a ou retire-a primeiro.`
    if (target.marks_end && after.marks_end)
      return `Sai outra vez depois (${wordOf(next, names)}): corrija antes essa mudança.`
  }
  return undefined
}

const wordOf = (row: HistoryRow, names: Names) =>
  `«${names.get(row.state_name_id)?.name}», ${formatDate(row.start_date)}`

/** The history in words, for its audit. */
async function wordsOf(context: Pick<Context, 'db'>, rows: readonly HistoryRow[]): Promise<string> {
  const names = await readStateNames(context)
  return rows
    .filter(wasInForce)
    .map((row) => `${names.get(row.state_name_id)?.name} (${formatDate(row.start_date)})`)
    .join(', ')
}

/**
 * Removes a state: the one before it lasts until the next one, which goes too if it is the same state. Throws 409 for the first, and when
 * two that mark the end would follow one another.
 */
export async function removeState(call: ActionCall<typeof memberStates, 'remove'>): Promise<{ _id: string }> {
  const { record, input } = call
  const memberId = record.memberId
  const rows = await readHistory(call, memberId)
  const names = await readStateNames(call)
  const own = rows.find((row) => row.id === record._id)
  if (!own) throw conflict('Este estado já foi retirado.')
  const others = rows.filter((row) => row !== own)
  const previous = others.findLast((row) => wasInForce(row) && row.start_date < own.start_date)
  const next = others.find((row) => wasInForce(row) && row.start_date > own.start_date)
  const gone = [own]
  if (wasInForce(own)) {
    if (!previous) throw conflict('É o estado com que entrou: pode corrigir, mas não retirar.')
    gone.push(...replacedBy(others, own))
    const isSame = next?.state_name_id === previous.state_name_id
    const [before, after] = [previous, next].map((row) => row && names.get(row.state_name_id))
    if (next && isSame) gone.push(next, ...replacedBy(others, next))
    else if (next && before?.marks_end && after?.marks_end)
      throw conflict(
        `Ficavam duas saídas seguidas (${wordOf(previous, names)} e ${wordOf(next, names)}): corrija ou retire antes uma delas.`,
      )
  }
  const prepared = {
    ...(await beforeStateCorrection(call, [memberId], input.charges)),
    states: await wordsOf(call, rows),
  }
  for (const { id } of gone) await withdrawNotice(call, memberId, id)
  await deleteRows(call, gone)
  const left = rows.filter((row) => !gone.includes(row))
  if (previous && wasInForce(own))
    await endRow(call, previous.id, left.find((row) => row.start_date > own.start_date)?.start_date ?? null)
  await followCorrection(call, { memberId, reason: input.reason, prepared })
  return { _id: record._id }
}

type Correcting = HookContext<typeof memberStates> | ActionCall<typeof memberStates>

async function deleteRows({ db, changes }: Correcting, rows: readonly HistoryRow[]): Promise<void> {
  if (rows.length === 0) return
  const deleted = await many(
    db,
    sql`DELETE FROM member_states WHERE id = ANY(${rows.map(({ id }) => id)}::uuid[]) RETURNING id, version, person_id AS owner`,
    { id: 'uuid', version: 'integer', owner: 'uuid' },
  )
  for (const row of deleted) changes.push({ resource: memberStates.name, action: 'deleted', ...row })
}

async function endRow({ db, changes }: Correcting, id: string, endDate: string | null): Promise<void> {
  const rows = await many(
    db,
    sql`UPDATE member_states SET end_date = ${endDate}::date, ${raiseVersion()} WHERE id = ${id} RETURNING id, version`,
    idAndVersion,
  )
  changes.push(...changesOf(memberStates.name, 'updated', rows))
}

/** Withdraws the unsent message that announced a state which is no longer so. Needs the row as it was. */
async function withdrawNotice(context: Correcting, memberId: string, stateId: string): Promise<void> {
  await publish(context.world, 'stateWithdrawn', { ...context, memberId, stateId })
}

/** Sets the member's current state and derived fields from the history. Ends no access. */
async function followCorrection(
  context: Correcting,
  { memberId, reason, prepared }: { memberId: string; reason: unknown; prepared: Prepared },
): Promise<void> {
  const { db, today, changes } = context
  changes.push(...(await applyDueStates(db, today, memberId)))
  await followStateCorrection(context, [memberId], prepared)
  await publish(context.world, 'statesCorrected', { ...context, memberId })
  const after = await wordsOf(context, await readHistory(context, memberId))
  const states = { field: 'states', label: memberStates.label.many, from: prepared.states, to: after }
  await recordAudit(context, [
    {
      resource: 'members',
      id: memberId,
      action: 'updated',
      changes: [
        ...(prepared.states === after ? [] : [states]),
        { field: 'correction', label: memberStates.fields.correction.label, from: null, to: reason },
      ],
    },
  ])
}

/**
 * `POST /member_states/preview`: the charges that a correction would make different if it were told to change them, and the differences
 * (`effects`) of the counts of all areas.
 */
export function stateCorrectionRoute(app: FastifyInstance, world: World): void {
  const api: Api = {
    name: 'previewStateCorrection',
    summary: 'Prever os efeitos de uma correção do histórico de estados',
    body: correctionOf(memberStates),
    answers: { 200: data({ charges: [changedChargeShape], effects: mapOf('number') }) },
    refuses: [404, 409, 422],
  }
  const correction = { definition: memberStates, missing: { reason: '…', correction: '…' } }
  app.post('/member_states/preview', route(api), async (request) => ({
    data: await previewCorrection(world, request, correction, async (writing, memberId, perform) => {
      let charges: Awaited<ReturnType<typeof compareCharges>> = []
      const { effects } = await countEffects(writing, [memberId], async () => {
        charges = await compareCharges(writing.db, memberId, perform)
      })
      return { charges, effects }
    }),
  }))
}
