import { fieldErrors } from '@agremia/resources/field-errors.ts'
import { instalmentsOf } from '@agremia/resources/rules/instalments.ts'
import { execute, many, raiseVersion, sql } from '../../database/sql.ts'
import { invalid } from '../../errors.ts'
import { recordAudit } from '../../rest/audit.ts'
import { changesOf, idAndVersion } from '../../rest/changes.ts'
import type { ActionCall, Hooks, HookContext } from '../../rest/modules.ts'
import { isOwed } from '../ledger/conditions.ts'
import { lockLedger, lockLedgerFirst, refreshBalances } from '../ledger/ledger.ts'
import type { FieldMessages } from '../../errors.ts'
import type { paymentAgreements } from '@agremia/resources/definitions/payment-agreements.ts'

/** An agreement divides debts into instalments. The charges stay unchanged; the agreement has amounts and due dates. */
export const agreementHooks: Hooks<typeof paymentAgreements> = {
  beforeLock: lockLedgerFirst(
    (id) => sql`SELECT member_id AS id FROM payment_agreements WHERE id = ${id}::uuid`,
  ),
  async validate(context) {
    return { errors: context.before ? {} : await agreementProblems(context) }
  },
  async beforeSave(context) {
    const { db, before, merged } = context
    if (before) return
    await lockLedger(db, [merged.memberId])
    // A payment may have arrived since `validate`, before the ledger was locked.
    const errors = await agreementProblems(context)
    if (Object.keys(errors).length > 0) throw invalid(errors)
  },
  async afterSave(context) {
    const { db, id, before, merged, changes } = context
    if (before) return
    const { ids, total, paid } = await agreedCharges(context)
    const parts = instalmentsOf(total, merged.instalments, merged.firstDate)
    const instalments = await many(
      db,
      sql`INSERT INTO agreement_instalments (id, agreement_id, member_id, number, due_date, amount)
      SELECT new_id(), ${id}, ${merged.memberId}, number, due_date, amount
      FROM unnest(${parts.map(({ number }) => number)}::integer[], ${parts.map(({ dueDate }) => dueDate)}::date[],
        ${parts.map(({ amount }) => amount)}::bigint[]) AS x (number, due_date, amount) RETURNING id, version`,
      idAndVersion,
    )
    await execute(
      db,
      sql`UPDATE payment_agreements SET amount = ${total}, open_amount = ${total}, paid_before = ${paid} WHERE id = ${id}`,
    )
    const rows = await many(
      db,
      sql`UPDATE unsettled_payments SET agreement_id = ${id}, ${raiseVersion()} WHERE id = ANY(${ids}::uuid[]) RETURNING id, version`,
      idAndVersion,
    )
    changes.push(...changesOf('unsettledPayments', 'updated', rows))
    changes.push(...changesOf('agreementInstalments', 'created', instalments))
    changes.push(...(await refreshBalances(db, context.today, [merged.memberId])))
  },
}

/** The charges of a new agreement: their ids, open amount and amount already paid, in cents. */
async function agreedCharges({ db, merged }: Pick<HookContext<typeof paymentAgreements>, 'db' | 'merged'>) {
  const named = merged.chargeIds ?? []
  const charges = await many(
    db,
    sql`SELECT id, open_amount AS open, paid_amount AS paid FROM unsettled_payments c
           WHERE member_id = ${merged.memberId} AND ${isOwed} AND agreement_id IS NULL AND (cardinality(${named}::text[]) = 0 OR id = ANY(${named}::uuid[])) ORDER BY due_date, id`,
    { id: 'uuid', open: 'cents', paid: 'cents' },
  )
  const sumOf = (name: 'open' | 'paid') => charges.reduce((sum, charge) => sum + charge[name], 0)
  return { ids: charges.map(({ id }) => id), total: sumOf('open'), paid: sumOf('paid') }
}

async function agreementProblems(context: HookContext<typeof paymentAgreements>): Promise<FieldMessages> {
  const { merged, today } = context
  const errors: FieldMessages = {}
  if (typeof merged.firstDate === 'string' && merged.firstDate < today)
    errors['firstDate'] = [fieldErrors.past]
  if (typeof merged.memberId !== 'string') return errors
  const { ids, total } = await agreedCharges(context)
  const named = merged.chargeIds ?? []
  if (ids.length === 0) errors['chargeIds'] = ['Não há dívidas por pagar fora de outro acordo.']
  else if (named.length > ids.length)
    errors['chargeIds'] = ['Há dívidas de outra pessoa, já pagas, ou que têm outro acordo.']
  else if (typeof merged.instalments === 'number' && total < merged.instalments)
    errors['instalments'] = ['São mais prestações do que cêntimos.']
  return errors
}

/** Ends an agreement and removes its charges from it, paid ones too, since they may be reopened. Throws 409 when it has ended. */
export async function cancelAgreement(
  call: ActionCall<typeof paymentAgreements, 'cancel'>,
): Promise<undefined> {
  const { db, record, input, changes } = call
  const freed = await many(
    db,
    sql`UPDATE unsettled_payments SET agreement_id = NULL, ${raiseVersion()}
           WHERE agreement_id = ${record._id} RETURNING id, version`,
    idAndVersion,
  )
  const rows = await many(
    db,
    sql`UPDATE payment_agreements SET state = 'cancelled', ${raiseVersion()} WHERE id = ${record._id} RETURNING id, version`,
    idAndVersion,
  )
  changes.push(...changesOf('unsettledPayments', 'updated', freed))
  changes.push(...changesOf('paymentAgreements', 'updated', rows))
  changes.push(...(await refreshBalances(db, call.today, [record.memberId])))
  await recordAudit(call, [
    {
      resource: 'paymentAgreements',
      id: record._id,
      action: 'cancel',
      changes: [
        { field: 'state', from: record.state, to: 'cancelled' },
        { field: 'reason', from: null, to: input.reason },
      ],
    },
  ])
  return undefined
}
