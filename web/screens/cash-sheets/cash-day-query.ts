import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import type { Euros } from '@agremia/resources/rules/amount.ts'
import type { CashSheetLine } from '@agremia/resources/definitions/cash-sheets.ts'
import type { PaymentMethod } from '@agremia/resources/payment-methods.ts'
import { keys } from '../../api/queries.ts'
import { dataQuery } from '../../api/data-query.ts'

/** A payment that was registered or cancelled after its day was closed. */
export interface LatePayment {
  _id: string
  receiptNumber: string
  name: string
  method: PaymentMethod
  receivedBy: string
  amount: Euros
  /** When it was registered or cancelled. */
  at: string
}

/** The money received on a day; amounts in euros. */
export interface CashDay {
  date: string
  lines: CashSheetLine[]
  payments: number
  total: Euros
  cash: Euros
  /** Cash that left the box: given back, or commissions of collectors. */
  refundedCash: Euros
  /** The record of `cashSheets` that closes the day, or null. */
  sheet: ResourceRecord<'cashSheets'> | null
  /** Who reopened the sheet of the day; null if it was never closed, or is closed now. */
  reopened: { by: string; at: string; reason: string } | null
  late: { registered: LatePayment[]; cancelled: LatePayment[] }
  lastFloat: number
  openDays: string[]
}

/** Its query key is among the lists of balances: every payment changes a balance, so that it refetches the day. */
export function cashDayQuery(date: string) {
  return dataQuery<CashDay>([...keys.lists('memberBalances'), 'cashDay', date], `cash_days/${date}`)
}
