import { isId } from '@agremia/resources/coerce.ts'
import { memberQuotaTerms } from '@agremia/resources/definitions/member-quota-terms.ts'
import { members } from '@agremia/resources/definitions/members.ts'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import type { FastifyInstance } from 'fastify'
import { execute, exists, maybeOne, sql } from '../../database/sql.ts'
import { conflict, invalid, notFound } from '../../errors.ts'
import { data, inputOf } from '../../rest/api.ts'
import type { Api } from '../../rest/api.ts'
import { recordAudit } from '../../rest/audit.ts'
import type { ActionCall, HookContext, Hooks, World } from '../../rest/modules.ts'
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
import { applyDueTerms } from './quota-terms.ts'
import { termsAmount } from './rhythm.ts'
import type { FieldMessages } from '../../errors.ts'

type Expected = ExpectedCharges | undefined

/** Rows of the history that staff enter and correct: each with a reason, and with the charges that become different. */
export const termHooks: Hooks<typeof memberQuotaTerms, Expected> = {
  async beforeLock({ db }, id) {
    const row = await maybeOne(db, sql`SELECT member_id FROM member_quota_terms WHERE id = ${id}::uuid`, {
      member_id: 'uuid',
    })
    if (row) await lockHistory(db, row.member_id)
  },
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
      const member = await maybeOne(db, sql`SELECT person_id FROM members WHERE id = ${memberId}::uuid`, {
        person_id: 'uuid',
      })
      set({ personId: member?.person_id })
    }
    await termsAmount.convert(context)
    set({ createdByName: caller.name })
    return values.charges === 'change' ? expectedCharges(context, memberId) : undefined
  },
  async afterSave(context, expected) {
    await applyTerms(context, context.merged.memberId, expected)
  },
}

async function termProblems({
  db,
  id,
  before,
  merged,
}: HookContext<typeof memberQuotaTerms>): Promise<FieldMessages> {
  const errors: FieldMessages = {}
  const { memberId, startDate, reason } = merged
  if (!reason) errors['reason'] = ['Indique o motivo.']
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
async function applyTerms(
  context: Pick<HookContext<typeof memberQuotaTerms>, 'db' | 'today' | 'settings' | 'changes' | 'world'>,
  memberId: string,
  expected: Expected,
): Promise<void> {
  const { db, today, changes } = context
  changes.push(...(await applyDueTerms(db, today, memberId)))
  if (expected) await changeCharges(context, memberId, expected)
  await refreshDifferences(context, [memberId])
  changes.push(...(await refreshMembers(db, today, [memberId])))
}

/** Removes a row of the history: the one before it is in force until the next one. Throws 409 for the first. */
export async function removeTerms(
  call: ActionCall<typeof memberQuotaTerms, 'remove'>,
): Promise<{ _id: string }> {
  const { db, record, input, changes } = call
  if (record.startDate === null)
    throw conflict('É o que vale desde a admissão: pode corrigir, mas não retirar.')
  const memberId = record.memberId
  const expected = input.charges === 'change' ? await expectedCharges(call, memberId) : undefined
  await execute(db, sql`DELETE FROM member_quota_terms WHERE id = ${record._id}`)
  changes.push({
    resource: memberQuotaTerms.name,
    action: 'deleted',
    id: record._id,
    version: record._version,
    owner: record.personId,
  })
  await applyTerms(call, memberId, expected)
  await recordAudit(call, [
    {
      resource: 'members',
      id: memberId,
      action: 'updated',
      changes: [
        { field: 'categoryId', from: record.categoryLabel ?? null, to: null },
        { field: 'customQuota', from: record.customQuota ?? null, to: null },
        { field: 'reason', label: 'Motivo', from: null, to: input.reason },
      ],
    },
  ])
  return { _id: record._id }
}

const answers = { 200: data({ charges: [changedChargeShape] }) }

/**
 * `POST /members/:id/charges/preview` and `POST /member_quota_terms/preview`: the charges that a save of the member, or of a row of its history
 * (`_id`; `removed` removes it), would make different if it were told to change them.
 */
export function termRoutes(app: FastifyInstance, world: World): void {
  const ofMember: Api = {
    name: 'previewMemberCharges',
    summary: 'Prever as cobranças que uma alteração da ficha torna diferentes',
    body: inputOf(members),
    answers,
    refuses: [404, 409, 422],
  }
  app.post<{ Params: { id: string } }>(
    '/members/:id/charges/preview',
    { config: { api: ofMember } },
    async (request) => {
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
    },
  )
  const ofTerms: Api = {
    name: 'previewQuotaTermsCharges',
    summary: 'Prever as cobranças que uma mudança das condições torna diferentes',
    body: correctionOf(memberQuotaTerms),
    answers,
    refuses: [404, 409, 422],
  }
  const correction = { definition: memberQuotaTerms, missing: { reason: '…' } }
  app.post('/member_quota_terms/preview', { config: { api: ofTerms } }, async (request) => {
    const charges = await previewCorrection(world, request, correction, ({ db }, memberId, perform) =>
      compareCharges(db, memberId, perform),
    )
    return { data: { charges } }
  })
}
