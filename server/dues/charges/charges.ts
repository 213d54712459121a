import type { ChargeType } from '@agremia/resources/definitions/unsettled-payments.ts'
import { centsToDecimal, decimalToCents, formatAmount } from '@agremia/resources/rules/amount.ts'
import type { Sql } from '../../database/sql.ts'
import { literals, maybeOne, one, raiseVersion, sql, many } from '../../database/sql.ts'
import { conflict, invalid } from '../../errors.ts'
import { recordAudit } from '../../rest/audit.ts'
import { changesOf, idAndVersion } from '../../rest/changes.ts'
import type { ActionCall, FieldMessages, Hooks, WriteContext } from '../../rest/modules.ts'
import { isReceived, monthsOf, shareMonths, stands } from '../ledger/conditions.ts'
import { describeCharge } from './debt-words.ts'
import { releaseCreditOf } from '../ledger/credit.ts'
import { keepAfterLeaving } from './leaving.ts'
import { lockLedger, lockLedgerFirst, refreshLedger } from '../ledger/ledger.ts'
import { statusEntry } from './status-entry.ts'
import type { Querying } from '../../database/querying.ts'

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

/** Where a charge stands: nobody owes two joias of a year, nor two quotas of a month. */
export interface ChargePlace {
  memberId: string
  type: 'quota' | 'joia'
  year: number
  period: string | null
}

/** What is in a place already. */
export interface Taken {
  /** In words, without what to do about it: `Inclui meses que já estão em «Quota 2026, 1.º trimestre»`. */
  problem: string
  /** Whether it is there for the period, rather than for the whole year. */
  byPeriod: boolean
}

/** The types of charges of which there is one in each place. */
export function hasPlace(type: unknown): type is ChargePlace['type'] {
  return type === 'quota' || type === 'joia'
}

/**
 * Which charges other than `id` stand in a place, or in some month of it where it is a quota's; undefined when there is none. What it
 * says stays so while the member's ledger is locked.
 */
export async function takenBy(db: Querying, place: ChargePlace, id: string): Promise<Taken | undefined> {
  const { memberId, type, year, period } = place
  const found = await many(
    db,
    sql`SELECT c.description, c.period FROM unsettled_payments c, (VALUES (${year}::integer, ${period}::text)) AS asked (year, period)
           WHERE c.member_id = ${memberId} AND c.type = ${type} AND c.year = asked.year AND ${stands} AND c.id <> ${id}
             AND CASE c.type WHEN 'quota' THEN ${shareMonths(monthsOf('c'), monthsOf('asked'))}
               ELSE c.period IS NOT DISTINCT FROM asked.period END
           ORDER BY period_start(c.year, c.period), c.id`,
    { description: 'text', period: 'text?' },
  )
  const [first, ...others] = found
  if (!first) return undefined
  const which = `«${first.description}»${others.length > 0 ? ` e mais ${others.length}` : ''}`
  return {
    problem: type === 'quota' ? `Inclui meses que já estão em ${which}` : `Já existe ${which}`,
    byPeriod: period !== null || first.period !== null,
  }
}
