import { keepInTab, recallInTab } from '../api/tab-storage.ts'
import { readSession } from '../api/tokens.ts'
import type { Values } from '../fields/index.ts'

/** An action on many records, one after the other. */
export interface BulkWork {
  title: string
  resource: string
  action: string
  input: Values
  /** The fields that name a record: the first that says something. */
  namedBy: readonly string[]
  /** Other lists that change with it. */
  alsoChanges: readonly string[]
}

/** How far it got, in the order of the records. */
export interface BulkOutcome {
  done: number
  failed: readonly { name: string; why: string }[]
}

export interface BegunWork {
  work: BulkWork
  /** With a record's id, what it is done with: whoever does it again does it once. */
  key: string
  ids: readonly string[]
  outcome: BulkOutcome
}

interface KeptWork extends Omit<BegunWork, 'outcome'> {
  /** Whoever comes next at the same computer does not go on with it. */
  owner: string | undefined
}

interface KeptOutcome extends BulkOutcome {
  key: string
}

/** The work that was under way in this tab when the page went away, if it was the same person's. */
export function recallWork(): BegunWork | undefined {
  const kept = recallInTab<KeptWork>(workPlace)
  if (!kept || kept.owner !== readSession()?.id) return undefined
  const { owner: _owner, ...begun } = kept
  const outcome = recallInTab<KeptOutcome>(outcomePlace)
  if (outcome?.key !== kept.key) return { ...begun, outcome: nothingYet }
  return { ...begun, outcome: { done: outcome.done, failed: outcome.failed } }
}

export function keepWork({ outcome, ...begun }: BegunWork): void {
  forgetWork()
  const kept: KeptWork = { ...begun, owner: readSession()?.id }
  keepInTab(workPlace, kept)
  keepOutcome(begun.key, outcome)
}

/** Kept apart from the records, which may be many. */
export function keepOutcome(key: string, { done, failed }: BulkOutcome): void {
  const kept: KeptOutcome = { key, done, failed }
  keepInTab(outcomePlace, kept)
}

export function forgetWork(): void {
  sessionStorage.removeItem(workPlace)
  sessionStorage.removeItem(outcomePlace)
}

/** How many of them have an answer. */
export function answeredOf({ done, failed }: BulkOutcome): number {
  return done + failed.length
}

export const nothingYet: BulkOutcome = { done: 0, failed: [] }
const workPlace = 'bulkWork'
const outcomePlace = 'bulkOutcome'
