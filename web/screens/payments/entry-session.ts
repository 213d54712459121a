import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { toCents } from '@agremia/resources/rules/amount.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import type { EnteredRecord } from '../../resource/entered-list.tsx'
import { createEntrySession } from '../../resource/entry-session.ts'

interface PaymentSession {
  /** Payments registered in this tab, newest first. */
  registered: readonly EnteredRecord[]
  /** Method of the last payment. */
  method: string | undefined
  /** Date of the last payment; the next payment starts with it only on the same day (`writtenOn`). */
  date?: string | undefined
  /** Whether the person confirmed that date. */
  dateConfirmed?: boolean | undefined
  writtenOn?: string | undefined
}

/** The payments that this person registered in this tab, to compare their total with the cash in the drawer. */
const session = createEntrySession<PaymentSession>('payments', { registered: [], method: undefined })
export const useEntrySession = session.useValue

export function addRegistered(payment: ResourceRecord<'payments'>): void {
  const registered: EnteredRecord = {
    id: payment._id,
    number: payment.receiptNumber,
    name: payment.memberLabel ?? '',
    cents: toCents(payment.amount),
  }
  session.set({
    registered: [registered, ...session.get().registered],
    method: payment.method,
    date: payment.date,
    dateConfirmed: payment.dateConfirmed,
    writtenOn: organisationToday(),
  })
}

/** Removes a cancelled payment, whose money is no longer in the drawer. */
export function removeRegistered(id: string): void {
  const { registered, ...rest } = session.get()
  session.set({ ...rest, registered: registered.filter((one) => one.id !== id) })
}
