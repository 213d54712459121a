import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import type { Euros } from '@agremia/resources/rules/amount.ts'
import type { VisitOutcome } from '@agremia/resources/definitions/rounds.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { errorText, isApiError, isTimedOut, timedOut, type TimedOut } from '../../api/client.ts'
import { newKey } from '../../api/idempotency.ts'
import { cacheRecord } from '../../api/queries.ts'
import { workKey } from '../../api/tokens.ts'
import { runAction } from '../../resource/actions/run-action.ts'

/** What a visit came to, as it is sent. */
export interface Mark {
  outcome: VisitOutcome
  amount?: Euros | null
  note?: string | null
}

/** A mark that the server has not confirmed. */
export interface PendingMark extends Mark {
  visitId: string
  /** The member's, for a visit that the collector no longer sees. */
  name: string
  /** Idempotency key: a mark whose answer was lost is not done twice. */
  key: string
  /** Why the server refused it; it is not sent again by itself. */
  refusal?: string
}

/** Milliseconds between two attempts without contact. */
const retryMs = 15_000

/**
 * The marks of a round that are not confirmed: they stay on this device, and are sent one after the other, again and again while there is no
 * contact. A newer mark of a visit replaces the older one.
 */
export function usePendingMarks(roundId: string) {
  const client = useQueryClient()
  const pending = useSyncExternalStore(subscribe, () => readPending(roundId))
  const contact = useSyncExternalStore(subscribe, () => contacts.get(roundId))
  const sendAll = useCallback(() => sendPending(client, roundId), [client, roundId])

  useEffect(() => {
    void sendAll()
    const online = () => void sendAll()
    window.addEventListener('online', online)
    const timer = setInterval(online, retryMs)
    return () => {
      window.removeEventListener('online', online)
      clearInterval(timer)
    }
  }, [sendAll])

  return {
    pending,
    isSending: contact === 'sending',
    /** The last attempt found no server. */
    isWaiting: contact === 'lost',
    sendAll,
    add({ id: visitId, name }: { id: string; name: string }, mark: Mark) {
      const others = readPending(roundId).filter((one) => one.visitId !== visitId)
      store(roundId, [...others, { ...mark, visitId, name, key: newKey() }])
      void sendAll()
    },
    /** Gives up a mark that was refused. */
    discard(key: string) {
      change(roundId, key, undefined)
    },
  }
}

/** Whether the marks of a round are being sent, or could not be. */
const contacts = new Map<string, 'sending' | 'lost'>()

function setContact(roundId: string, contact: 'sending' | 'lost' | undefined): void {
  if (contact === undefined) contacts.delete(roundId)
  else contacts.set(roundId, contact)
  for (const listener of listeners) listener()
}

/** Sends the marks of a round in their order, until there are none or contact is lost. */
async function sendPending(client: QueryClient, roundId: string): Promise<void> {
  if (contacts.get(roundId) === 'sending' || !nextOf(roundId)) return
  setContact(roundId, 'sending')
  let isLost = false
  for (let next = nextOf(roundId); next && !isLost; next = nextOf(roundId)) {
    const answer = await send(next)
    if (isTimedOut(answer)) isLost = true
    else if ('problem' in answer) change(roundId, next.key, { ...next, refusal: answer.problem })
    else {
      cacheRecord(client, 'roundVisits', answer.visit)
      change(roundId, next.key, undefined)
    }
  }
  setContact(roundId, isLost ? 'lost' : undefined)
}

function nextOf(roundId: string): PendingMark | undefined {
  return readPending(roundId).find(({ refusal }) => refusal === undefined)
}

interface Marked {
  visit: ResourceRecord<'roundVisits'>
}

/** Sends a mark. Returns the visit, the `problem` for which it is refused, or `timedOut` when it is not known whether it arrived. */
async function send({
  visitId,
  key,
  outcome,
  amount,
  note,
}: PendingMark): Promise<Marked | { problem: string } | TimedOut> {
  try {
    const input = { outcome, amount: amount ?? null, note: note ?? null }
    const visit = await runAction('roundVisits', visitId, 'mark', input, key)
    return visit ? { visit } : timedOut
  } catch (error) {
    if (!isApiError(error) || [0, 401, 429].includes(error.status) || error.status >= 500) return timedOut
    return { problem: errorText(error) }
  }
}

/** Replaces or removes a mark. One that a newer mark replaced meanwhile is gone already. */
function change(roundId: string, key: string, mark: PendingMark | undefined): void {
  store(
    roundId,
    readPending(roundId).flatMap((one) => (one.key === key ? (mark ?? []) : one)),
  )
}

const none: readonly PendingMark[] = []
const listeners = new Set<() => void>()
let cache: { key: string; text: string | null; marks: readonly PendingMark[] } | undefined

function keyOf(roundId: string): string {
  return workKey(`ronda:${roundId}`)
}

function readPending(roundId: string): readonly PendingMark[] {
  const key = keyOf(roundId)
  const text = localStorage.getItem(key)
  if (cache?.key !== key || cache.text !== text) cache = { key, text, marks: parse(text) }
  return cache.marks
}

function parse(text: string | null): readonly PendingMark[] {
  try {
    return text === null ? none : (JSON.parse(text) as PendingMark[])
  } catch {
    return none
  }
}

function store(roundId: string, marks: readonly PendingMark[]): void {
  const key = keyOf(roundId)
  try {
    if (marks.length === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(marks))
  } catch {
    // Storage is full: the marks stay in memory (`cache`).
  }
  cache = { key, text: localStorage.getItem(key), marks }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}
