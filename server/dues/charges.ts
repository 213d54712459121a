import type { ChargeType } from '@agremia/resources/definitions/unsettled-payments.ts'
import { centsToDecimal, decimalToCents, formatAmount } from '@agremia/resources/rules/amount.ts'
import type { Sql } from '../database/sql.ts'
import { literals, maybeOne, one, raiseVersion, sql } from '../database/sql.ts'
import { conflict, invalid } from '../errors.ts'
import { recordAudit } from '../rest/audit.ts'
import { changesOf, idAndVersion } from '../rest/changes.ts'
import type { ActionCall, FieldMessages, Hooks, WriteContext } from '../rest/modules.ts'
import { hasPlace, takenBy } from './charge-places.ts'
import { isReceived } from './conditions.ts'
import { describeCharge } from './descriptions.ts'
import { releaseCreditOf } from './credit.ts'
import { keepAfterLeaving } from './leaving.ts'
import { lockLedger, lockLedgerFirst, refreshLedger } from './ledger.ts'
import { statusEntry } from './status-entry.ts'

/** Charges that the staff writes by hand; what the program makes goes by its own statements. */
export const chargeHooks: Hooks = {
  beforeLock: lockLedgerFirst(
    (id) => sql`SELECT member_id AS id FROM unsettled_payments WHERE id = ${id}::uuid`,
  ),
  validate: async (context) => ({ errors: await chargeProblems(context) }),
  async beforeSave(context) {
    const { db, before, values, merged, world } = context
    const memberId = String(merged['memberId'])
    if (before) {
      if (!('amount' in values)) return
      const paid = centsOf(before['paidAmount'])
      values['status'] = paid === 0 ? 'open' : paid < Number(merged['amount']) ? 'partial' : 'paid'
      return
    }
    await lockLedger(db, [memberId])
    const same = await sameCharge(context)
    if (Object.keys(same).length > 0) throw invalid(same)
    const member = await maybeOne(db, sql`SELECT category_id FROM members WHERE id = ${memberId}`, {
      category_id: 'uuid',
    })
    // Deleted since the reference was checked.
    if (!member) throw invalid({ memberId: ['Escolha um valor da lista.'] })
    values['categoryId'] = merged['categoryId'] = member.category_id
    values['year'] = merged['year'] = merged['year'] ?? Number(String(merged['dueDate']).slice(0, 4))
    const place = {
      type: merged['type'] as ChargeType,
      year: Number(merged['year']),
      period: (merged['period'] ?? null) as string | null,
    }
    values['description'] = merged['description'] =
      merged['description'] ?? describeCharge(place, await world.organisation.terminology())
  },
  async afterSave(context) {
    const { db, id, before, values, merged } = context
    if (before && !('amount' in values || 'dueDate' in values)) return
    if (!before) await keepAfterLeaving(db, id)
    await refreshLedger(context, [String(merged['memberId'])])
  },
}

/** An amount of a record as it travels, in cents. */
function centsOf(euros: unknown): number {
  return decimalToCents(Number(euros)) ?? 0
}

async function chargeProblems(context: WriteContext): Promise<FieldMessages> {
  const { before, values } = context
  if (!before) return sameCharge(context)
  const problem = 'amount' in values ? amountProblem(before, values['amount']) : undefined
  return problem === undefined ? {} : { amount: [problem] }
}

/** What is wrong with another amount (cents) of a charge. */
function amountProblem(before: Record<string, unknown>, amount: unknown): string | undefined {
  if (before['status'] === 'cancelled' || before['status'] === 'exempt')
    return 'Está anulada ou isenta: reponha-a primeiro.'
  if (typeof amount !== 'number') return undefined
  if (amount < centsOf(before['paidAmount'])) return 'É menor do que o que já foi pago.'
  if (amount > centsOf(before['amount']) && before['agreementId'])
    return 'Está num acordo de pagamento, cujas prestações não a cobririam: registe a diferença como outra dívida.'
  return undefined
}

/** Whether there is already a charge in the place of a new one, or a quota of some month of a new quota. */
async function sameCharge({ db, id, merged }: WriteContext): Promise<FieldMessages> {
  const { type, memberId } = merged
  if (!hasPlace(type) || typeof memberId !== 'string') return {}
  const year = Number(merged['year'] ?? String(merged['dueDate'] ?? '').slice(0, 4))
  if (!year) return {}
  const place = { memberId, type, year, period: (merged['period'] ?? null) as string | null }
  const taken = await takenBy(db, place, id)
  if (!taken) return {}
  const [field, way] = taken.byPeriod ? ['period', 'período ou ano'] : ['year', 'ano']
  return { [field]: [`${taken.problem}: indique outro ${way}, ou anule primeiro o que já existe.`] }
}

/** A charge that was not to be: what credit had settled of it comes back; money that was received must be cancelled first. */
export async function cancelCharge(call: ActionCall): Promise<undefined> {
  return endCharge(call, {
    action: 'cancel',
    status: 'cancelled',
    sets: sql`cancel_reason = ${call.input['reason']}, cancelled_by = 'person'`,
  })
}

/** A charge that the member need not pay. */
export async function exemptCharge(call: ActionCall): Promise<undefined> {
  return endCharge(call, {
    action: 'exempt',
    status: 'exempt',
    sets: sql`exemption_reason = ${call.input['reason']}`,
  })
}

interface Ending {
  action: 'cancel' | 'exempt'
  status: 'cancelled' | 'exempt'
  /** SQL that sets the columns with the reason. */
  sets: Sql
}

async function endCharge(call: ActionCall, { action, status, sets }: Ending): Promise<undefined> {
  const { record } = call
  if (record['status'] === status)
    throw conflict(status === 'exempt' ? 'Já está isenta.' : 'Já está anulada.')
  if (record['status'] === 'cancelled') throw conflict('Está anulada: reponha-a primeiro.')
  await refusePaid(call)
  await releaseCreditOf(call, [record._id])
  await writeCharge(call, action, sql`status = ${literals([status])}, ${sets}`)
  return undefined
}

/** Money that was received for it must be given another place first: its receipt is cancelled. Or only the rest is forgiven. */
async function refusePaid({ db, record }: ActionCall): Promise<void> {
  const found = await maybeOne(
    db,
    sql`SELECT p.receipt_number AS receipt, c.paid_amount AS paid, c.status
           FROM payment_items i JOIN payments p ON p.id = i.payment_id JOIN unsettled_payments c ON c.id = i.unsettled_payment_id
           WHERE c.id = ${record._id} AND ${isReceived} LIMIT 1`,
    { receipt: 'text', paid: 'cents', status: 'text' },
  )
  if (!found) return
  if (found.status === 'paid') throw conflict(`Já foi paga: anule primeiro o recibo ${found.receipt}.`)
  const paid = formatAmount(found.paid)
  throw conflict(
    `Já foi paga em parte (${paid}): para perdoar o resto, altere o valor para ${paid}; para a retirar toda, ` +
      `anule primeiro o recibo ${found.receipt}.`,
  )
}

/** From now on it is owed because a person said so, also when it was made with a payment. */
const restoredSql = sql`status = 'open', cancel_reason = NULL, cancelled_by = NULL, exemption_reason = NULL, charged_with_id = NULL`

/** A charge that was cancelled or waived is owed again. */
export async function restoreCharge(call: ActionCall): Promise<undefined> {
  const { record } = call
  if (record['status'] !== 'cancelled' && record['status'] !== 'exempt')
    throw conflict('Não está anulada nem isenta.')
  await refuseTaken(call)
  await keepAfterLeaving(call.db, record._id)
  await writeCharge(call, 'restore', restoredSql)
  return undefined
}

async function refuseTaken({ db, record }: ActionCall): Promise<void> {
  const type = record['type']
  if (!hasPlace(type)) return
  const place = {
    memberId: String(record['memberId']),
    type,
    year: Number(record['year']),
    period: (record['period'] ?? null) as string | null,
  }
  const taken = await takenBy(db, place, record._id)
  if (taken) throw conflict(`${taken.problem}: anule primeiro o que já existe.`)
}

/** Gives back the credit that settled a charge, which is owed again. */
export async function releaseCredit(call: ActionCall): Promise<undefined> {
  const { record } = call
  const released = await releaseCreditOf(call, [record._id])
  if (released === 0) throw conflict('Não foi paga com crédito.')
  await refreshLedger(call, [String(record['memberId'])])
  const paid = record['paidAmount']
  const change = { field: 'paidAmount', from: paid, to: centsToDecimal(centsOf(paid) - released) }
  await recordAudit(call, [
    { resource: 'unsettledPayments', id: record._id, action: 'releaseCredit', changes: [change] },
  ])
  return undefined
}

async function writeCharge(call: ActionCall, action: string, sets: Sql): Promise<void> {
  const { db, record, changes } = call
  const charge = await one(
    db,
    sql`UPDATE unsettled_payments SET ${sets}, ${raiseVersion()} WHERE id = ${record._id} RETURNING id, version, status`,
    { ...idAndVersion, status: 'text' },
  )
  changes.push(...changesOf('unsettledPayments', 'updated', [charge]))
  await refreshLedger(call, [String(record['memberId'])])
  await recordAudit(call, [
    statusEntry(call, { resource: 'unsettledPayments', action, to: charge.status, reasonField: 'reason' }),
  ])
}
