import type { Cents } from '@agremia/resources/rules/amount.ts'
import { useSyncExternalStore } from 'react'
import { toCents } from '@agremia/resources/rules/amount.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import { readSession, accessToken } from '../../api/tokens.ts'
import type { StoredRecord } from '../../api/client.ts'

/** A payment registered in this browser tab. */
interface Registered {
  id: string
  receiptNumber: string
  name: string
  cents: Cents
}

interface EntrySession {
  /** Newest first. */
  registered: readonly Registered[]
  /** Method of the last payment. */
  method: string | undefined
  /** Date of the last payment; the next payment starts with it only on the same day (`writtenOn`). */
  date?: string | undefined
  /** Whether the person confirmed that date. */
  dateConfirmed?: boolean | undefined
  writtenOn?: string | undefined
}

/** The payments that this person registered in this tab, to compare their total with the cash in the drawer. */
export function useEntrySession(): EntrySession {
  return useSyncExternalStore(subscribe, current)
}

export function addRegistered(payment: StoredRecord): void {
  const registered: Registered = {
    id: payment._id,
    receiptNumber: String(payment.receiptNumber),
    name: String(payment.memberLabel),
    cents: toCents(payment.amount),
  }
  store({
    registered: [registered, ...current().registered],
    method: String(payment.method),
    date: String(payment.date),
    dateConfirmed: payment.dateConfirmed === true,
    writtenOn: organisationToday(),
  })
}

/** Removes a cancelled payment, whose money is no longer in the drawer. */
export function removeRegistered(id: string): void {
  const { registered, ...rest } = current()
  store({ ...rest, registered: registered.filter((one) => one.id !== id) })
}

const emptySession: EntrySession = { registered: [], method: undefined }
const listeners = new Set<() => void>()
let cached: { key: string; text: string | null; session: EntrySession } | undefined

/** Includes the account, so that two people who use the same tab do not share payments. */
function storageKey(): string {
  return `payments:${readSession(accessToken())?.id ?? ''}`
}

function current(): EntrySession {
  const text = sessionStorage.getItem(storageKey())
  if (cached?.key !== storageKey() || cached.text !== text)
    cached = {
      key: storageKey(),
      text,
      session: text === null ? emptySession : (JSON.parse(text) as EntrySession),
    }
  return cached.session
}

function store(session: EntrySession): void {
  sessionStorage.setItem(storageKey(), JSON.stringify(session))
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
