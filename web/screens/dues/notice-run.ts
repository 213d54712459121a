import { useSyncExternalStore } from 'react'
import { isApiError, isTimedOut } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { queryClient } from '../../api/query-client.ts'
import { send } from '../../api/send.ts'
import { workKey } from '../../api/tokens.ts'
import type { AskedNotices } from './notice-filter.ts'
import type { NoticePreview, Skipped } from './notice-preview.ts'

/**
 * Telling many, some at a time. It is kept in the browser after each portion: whoever closes the page finds how far it got,
 * and goes on from there.
 */
export interface NoticeRun {
  asked: AskedNotices
  /** Instant at which it began, ISO 8601. */
  startedAt: string
  total: number
  done: number
  /** Of those, whose message is held. */
  held: number
  failed: Failed[]
  /** What went wrong with those who were told all the same. */
  problems: string[]
  skipped: Skipped[]
  skippedByReason: NoticePreview['skippedByReason']
  /** The member number that was reached. */
  after: number
  /** Of the portion that has no answer yet: asked again with it, it is still told once. */
  key: string
  /** How often the portion was not answered in time. */
  waits?: number
  state: 'running' | 'stopped' | 'over'
  /** Why it stopped. */
  problem?: string
}

export interface Failed {
  memberId: string
  memberNumber: number
  name: string
  /** Why, in words. */
  reasonLabel: string
}

interface Portion {
  done: number
  held: number
  problems: string[]
  skipped: Skipped[]
  skippedByReason: NoticePreview['skippedByReason']
  failed: NoticeRun['failed']
  remaining: number
  last: number
}

/** What is being told, or was; undefined when nothing is. */
export function useNoticeRun(): NoticeRun | undefined {
  return useSyncExternalStore(subscribe, current)
}

export function startNotices(asked: AskedNotices, total: number): void {
  keep({
    asked,
    startedAt: new Date().toISOString(),
    total,
    done: 0,
    held: 0,
    failed: [],
    problems: [],
    skipped: [],
    skippedByReason: [],
    after: 0,
    key: crypto.randomUUID(),
    state: 'running',
  })
  void goOn()
}

/** Goes on with what was left half-way. */
export function resumeNotices(): void {
  const run = current()
  if (!run) return
  keep({ ...run, state: 'running', waits: 0, problem: undefined })
  void goOn()
}

export function stopNotices(): void {
  const run = current()
  if (run?.state === 'running') keep({ ...run, state: 'stopped' })
}

export function forgetNotices(): void {
  keep(undefined)
}

async function goOn(): Promise<void> {
  for (;;) {
    const key = storageKey()
    const run = current()
    if (run?.state !== 'running') break
    const next = await tellPortion(run)
    // Whoever stopped it meanwhile has stopped it; what was told is told.
    const isStopped = storageKey() !== key || current()?.state === 'stopped'
    keep(isStopped && next.state === 'running' ? { ...next, state: 'stopped' } : next, key)
  }
  for (const resource of ['unsettledPayments', 'messages'])
    void queryClient.invalidateQueries({ queryKey: keys.lists(resource) })
}

async function tellPortion(run: NoticeRun): Promise<NoticeRun> {
  try {
    const answer = await send({
      method: 'POST',
      path: 'payment_notices/send',
      body: { ...run.asked, after: run.after },
      headers: { 'idempotency-key': run.key },
    })
    // Asked again with the same key, it is answered when it is done.
    if (isTimedOut(answer)) return patient(run)
    return advanced(run, (answer.body as { data: Portion }).data)
  } catch (error) {
    return stopped(run, isApiError(error) ? error.message : 'Não foi possível continuar.')
  }
}

/** The run after a portion that was told. */
export function advanced(run: NoticeRun, portion: Portion): NoticeRun {
  const { done, held, failed, problems, remaining, last } = portion
  // The first portion names all who are passed over.
  const { skipped, skippedByReason } = run.after === 0 ? portion : run
  return {
    ...run,
    done: run.done + done,
    held: run.held + held,
    failed: [...run.failed, ...failed],
    problems: [...new Set([...run.problems, ...problems])],
    skipped,
    skippedByReason,
    total: run.done + run.failed.length + done + failed.length + remaining,
    after: last,
    key: crypto.randomUUID(),
    waits: 0,
    state: remaining === 0 ? 'over' : 'running',
  }
}

function patient(run: NoticeRun): NoticeRun {
  const waits = (run.waits ?? 0) + 1
  return waits > mostWaits ? stopped(run, 'O servidor demora a responder.') : { ...run, waits }
}

function stopped(run: NoticeRun, problem: string): NoticeRun {
  return { ...run, state: 'stopped', problem }
}

const mostWaits = 5
const listeners = new Set<() => void>()
let known: { key: string; run: NoticeRun | undefined } | undefined

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function current(): NoticeRun | undefined {
  const key = storageKey()
  if (known?.key !== key) known = { key, run: recall(key) }
  return known.run
}

/** What a page that was closed left behind is not running any more. */
function recall(key: string): NoticeRun | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as NoticeRun | null
    if (!kept) return undefined
    // Runs kept by an earlier version lack these.
    const run = { ...kept, held: kept.held ?? 0, problems: kept.problems ?? [] }
    return run.state === 'running' ? { ...run, state: 'stopped' } : run
  } catch {
    return undefined
  }
}

function keep(run: NoticeRun | undefined, key = storageKey()): void {
  known = { key, run }
  if (run) localStorage.setItem(key, JSON.stringify(run))
  else localStorage.removeItem(key)
  for (const listener of listeners) listener()
}

/** Whoever comes next at the same computer does not see the run. */
function storageKey(): string {
  return workKey('noticeRun')
}
