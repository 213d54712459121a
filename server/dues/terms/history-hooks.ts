import { isId } from '@agremia/resources/coerce.ts'
import { memberExemptions } from '@agremia/resources/definitions/member-exemptions.ts'
import { memberQuotaTerms } from '@agremia/resources/definitions/member-quota-terms.ts'
import { members } from '@agremia/resources/definitions/members.ts'
import { resourcePath } from '@agremia/resources/paths.ts'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import type { FastifyInstance } from 'fastify'
import type { Querying } from '../../database/querying.ts'
import { execute, exists, maybeOne, raw, sql } from '../../database/sql.ts'
import { invalid, notFound } from '../../errors.ts'
import { data, inputOf, type WithId, route } from '../../rest/api.ts'
import type { Api } from '../../rest/api.ts'
import type { FieldChange } from '../../rest/audit.ts'
import { recordAudit } from '../../rest/audit.ts'
import type { ActionCall, Context, HookContext, Hooks, World } from '../../rest/modules.ts'
import { planOf } from '../../rest/modules.ts'
import { runAndRollBack } from '../../rest/write-request.ts'
import { requireAccess } from '../../rest/scope.ts'
import { saveRecord } from '../../rest/write.ts'
import { refreshMembers } from '../ledger/ledger.ts'
import { refreshDifferences } from './charge-differences.ts'
import { changedChargeShape, compareCharges } from './changed-charges.ts'
import { correctionOf, lockHistory, previewCorrection, previewedInput } from './corrections.ts'
import type { ExpectedCharges } from './member-charges.ts'
import { changeCharges, expectedCharges } from './member-charges.ts'
import { applyExemptions, overlapProblem } from './exemptions.ts'
import { applyDueTerms } from './quota-terms.ts'
import { termsAmount } from './rhythm.ts'
import type { FieldMessages } from '../../errors.ts'

type Expected = ExpectedCharges | undefined

const beforeLock =
  (table: 'member_quota_terms' | 'member_exemptions') =>
  async ({ db }: Pick<Context, 'db'>, id: string): Promise<void> => {
    const row = await maybeOne(db, sql`SELECT member_id FROM ${raw(table)} WHERE id = ${id}::uuid`, {
      member_id: 'uuid',
    })
    if (row) await lockHistory(db, row.member_id)
  }

/** The person of a member whose history is entered. */
async function personOf(db: Querying, memberId: string): Promise<string | undefined> {
  const member = await maybeOne(db, sql`SELECT person_id FROM members WHERE id = ${memberId}::uuid`, {
    person_id: 'uuid',
  })
  return member?.person_id
}

/** Rows of the history that staff enter and correct: each with a reason, and with the charges that become different. */
export const termHooks: Hooks<typeof memberQuotaTerms, Expected> = {
  beforeLock: beforeLock('member_quota_terms'),
  validate: async (context) => ({
    errors: { ...(await termProblems(context)), ...(await termsAmount.problems(context)) },
  }),
  async beforeSave(context) {
    const { db, before, values, merged, caller, set } = context
    const memberId = merged.memberId
    if (!before) {
      await lockHistory(db, memberId)
      const errors = { ...(await termProblems(context)), ...(await termsAmount.problems(context)) }
      if (Object.keys(errors).length > 0) throw invalid(errors)
      set({ personId: await personOf(db, memberId) })
    }
    await termsAmount.convert(context)
    set({ createdByName: caller.name })
    return values.charges === 'change' ? expectedCharges(context, memberId) : undefined
  },
  async afterSave(context, expected) {
    await follow(context, context.merged.memberId, { apply: applyDueTerms, expected })
  },
}

/** Exemptions that staff enter and correct: each with a reason, and with the charges that become different. */
export const exemptionHooks: Hooks<typeof memberExemptions, Expected> = {
  beforeLock: beforeLock('member_exemptions'),
  validate: async (context) => ({ errors: await exemptionRowProblems(context) }),
  async beforeSave(context) {
    const { db, before, values, merged, caller, set } = context
    const memberId = merged.memberId
    if (!before) {
      await lockHistory(db, memberId)
      const errors = await exemptionRowProblems(context)
      if (Object.keys(errors).length > 0) throw invalid(errors)
      set({ personId: await personOf(db, memberId) })
    }
    set({ createdByName: caller.name })
    return values.charges === 'change' ? expectedCharges(context, memberId) : undefined
  },
  async afterSave(context, expected) {
    await follow(context, context.merged.memberId, { apply: applyExemptions, expected })
  },
}

async function exemptionRowProblems({
  db,
  id,
  merged,
}: HookContext<typeof memberExemptions>): Promise<FieldMessages> {
  const errors: FieldMessages = {}
  const { memberId, startDate: start = null, endDate: end } = merged
  if (typeof memberId !== 'string' || typeof end !== 'string') return errors
  const problem = await overlapProblem(db, { memberId, id }, { start, end })
  if (problem !== undefined) errors['startDate'] = [problem]
  return errors
}

async function termProblems({
  db,
  id,
  before,
  merged,
}: HookContext<typeof memberQuotaTerms>): Promise<FieldMessages> {
  const errors: FieldMessages = {}
  const { memberId, startDate } = merged
  if (typeof memberId !== 'string') return errors
  const isFirst = before !== null && before.startDate === null
  if (isFirst) {
    if (startDate)
      errors['startDate'] = ['Esta linha começa com a admissão: corrija antes a data de admissão.']
    return errors
  }
  if (typeof startDate !== 'string') {
    errors['startDate'] = ['Indique o dia; o que vale desde a admissão está na primeira linha.']
    return errors
  }
  const member = await maybeOne(db, sql`SELECT admission_date FROM members WHERE id = ${memberId}::uuid`, {
    admission_date: 'day',
  })
  if (member && startDate <= member.admission_date)
    errors['startDate'] = [
      `Tem de ser depois da admissão (${formatDate(member.admission_date)}): corrija antes a primeira linha.`,
    ]
  const isTaken = await exists(
    db,
    sql`SELECT FROM member_quota_terms WHERE member_id = ${memberId}::uuid AND start_date = ${startDate}::date AND id <> ${id}::uuid`,
  )
  if (isTaken) errors['startDate'] = ['Já há uma mudança neste dia: corrija-a.']
  return errors
}

/** Gives the member what the changed history says of today, and changes its charges if that was decided. */
async function follow(
  context: Pick<Context, 'db' | 'today' | 'settings' | 'changes' | 'world'>,
  memberId: string,
  { apply, expected }: { apply: typeof applyDueTerms; expected: Expected },
): Promise<void> {
  const { db, today, changes } = context
  changes.push(...(await apply(db, today, memberId)))
  if (expected) await changeCharges(context, memberId, expected)
  await refreshDifferences(context, [memberId])
  changes.push(...(await refreshMembers(db, today, [memberId])))
}

/** Removes a row of the history: the one before it is in force until the next one. */
export async function removeTerms(
  call: ActionCall<typeof memberQuotaTerms, 'remove'>,
): Promise<{ _id: string }> {
  const { record } = call
  return removeRow(call, applyDueTerms, [
    { field: 'categoryId', from: record.categoryLabel ?? null, to: null },
    { field: 'customQuota', from: record.customQuota ?? null, to: null },
  ])
}

/** Removes an exemption, as if it had never been. */
export function removeExemption(
  call: ActionCall<typeof memberExemptions, 'remove'>,
): Promise<{ _id: string }> {
  const { startDate, endDate } = call.record
  return removeRow(call, applyExemptions, [
    { field: 'exemptFrom', from: startDate ?? null, to: null },
    { field: 'exemptUntil', from: endDate, to: null },
  ])
}

async function removeRow(
  call: ActionCall<typeof memberQuotaTerms, 'remove'> | ActionCall<typeof memberExemptions, 'remove'>,
  apply: typeof applyDueTerms,
  told: readonly FieldChange[],
): Promise<{ _id: string }> {
  const { db, plan, record, input, changes } = call
  const memberId = record.memberId
  const expected = input.charges === 'change' ? await expectedCharges(call, memberId) : undefined
  await execute(db, sql`DELETE FROM ${plan.table} WHERE id = ${record._id}`)
  changes.push({
    resource: plan.definition.name,
    action: 'deleted',
    id: record._id,
    version: record._version,
    owner: record.personId,
  })
  await follow(call, memberId, { apply, expected })
  await recordAudit(call, [
    {
      resource: 'members',
      id: memberId,
      action: 'updated',
      changes: [...told, { field: 'reason', label: 'Motivo', from: null, to: input.reason }],
    },
  ])
  return { _id: record._id }
}

const answers = { 200: data({ charges: [changedChargeShape] }) }

/**
 * `POST /members/:id/charges/preview`, `/member_quota_terms/preview` and `/member_exemptions/preview`: the charges that a save of the member,
 * or of a row of its history (`_id`; `removed` removes it), would make different if it were told to change them.
 */
export function termRoutes(app: FastifyInstance, world: World): void {
  const ofMember: Api = {
    name: 'previewMemberCharges',
    summary: 'Prever as cobranças que uma alteração da ficha torna diferentes',
    body: inputOf(members),
    answers,
    refuses: [404, 409, 422],
  }
  app.post<WithId>('/members/:id/charges/preview', route(ofMember), async (request) => {
    requireAccess(memberQuotaTerms.access.create(request.caller), request.caller)
    const { id } = request.params
    if (!isId(id)) throw notFound()
    const charges = await runAndRollBack(world, request, async (writing) =>
      compareCharges(writing.db, id, () =>
        saveRecord(writing, planOf(world, members.name), {
          id,
          input: { ...previewedInput(request), charges: 'change' },
          mode: 'modify',
        }),
      ),
    )
    return { data: { charges } }
  })
  const histories = [
    { definition: memberQuotaTerms, name: 'previewQuotaTermsCharges', what: 'mudança das condições' },
    { definition: memberExemptions, name: 'previewExemptionCharges', what: 'mudança das isenções' },
  ]
  for (const { definition, name, what } of histories) {
    const api: Api = {
      name,
      summary: `Prever as cobranças que uma ${what} torna diferentes`,
      body: correctionOf(definition),
      answers,
      refuses: [404, 409, 422],
    }
    const correction = { definition, missing: { reason: '…' } }
    app.post(`/${resourcePath(definition.name)}/preview`, route(api), async (request) => {
      const charges = await previewCorrection(world, request, correction, ({ db }, memberId, perform) =>
        compareCharges(db, memberId, perform),
      )
      return { data: { charges } }
    })
  }
}
