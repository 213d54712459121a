import { useSyncExternalStore } from 'react'
import { decimalToCents } from '@agremia/resources/rules/amount.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import { readSession, accessToken } from '../../api/tokens.ts'
import type { StoredRecord } from '../../api/client.ts'

/** A payment that was registered here, in this session. */
export interface Registered {
  id: string
  receiptNumber: string
  name: string
  cents: number
}

export interface EntrySession {
  /** The latest first. */
  registered: readonly Registered[]
  /** How the last one was paid. */
  method: string | undefined
  /** The date of the last one, and the day on which it was written: the next day begins with its own. */
  date?: string | undefined
  /** Somebody confirmed that date, for the payments of that day. */
  dateConfirmed?: boolean | undefined
  writtenOn?: string | undefined
}

/** What this person registered since the page was first opened: the total to compare with what is in the drawer. */
export function useEntrySession(): EntrySession {
  return useSyncExternalStore(subscribe, current)
}

export function rememberRegistered(payment: StoredRecord): void {
  const registered: Registered = {
    id: payment._id,
    receiptNumber: String(payment.receiptNumber),
    name: String(payment.memberLabel),
    cents: decimalToCents(Number(payment.amount)) ?? 0,
  }
  keep({
    registered: [registered, ...current().registered],
    method: String(payment.method),
    date: String(payment.date),
    dateConfirmed: payment.dateConfirmed === true,
    writtenOn: organisationToday(),
  })
}

/** A payment that was cancelled is not in the drawer any more. */
export function forgetRegistered(id: string): void {
  const { registered, ...rest } = current()
  keep({ ...rest, registered: registered.filter((one) => one.id !== id) })
}

const nothing: EntrySession = { registered: [], method: undefined }
const listeners = new Set<() => void>()
let read: { place: string; text: string | null; session: EntrySession } | undefined

/** Each person has their own. */
function place(): string {
  return `payments:${readSession(accessToken())?.id ?? ''}`
}

function current(): EntrySession {
  const text = sessionStorage.getItem(place())
  if (read?.place !== place() || read.text !== text)
    read = { place: place(), text, session: text === null ? nothing : (JSON.parse(text) as EntrySession) }
  return read.session
}

function keep(session: EntrySession): void {
  sessionStorage.setItem(place(), JSON.stringify(session))
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
