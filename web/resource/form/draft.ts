import { storeInTab, readFromTab } from '../../api/browser-storage.ts'
import { readSession } from '../../api/tokens.ts'
import type { Values } from '../../fields/index.ts'

/**
 * Unsaved changes, stored in the tab until they are saved or discarded, because a session may end while typing.
 */
export interface Draft {
  changes: Values
  /** The original values, with the version they belong to. */
  over: Values
}

interface StoredDraft extends Draft {
  /** Id of the person: other people on the same computer do not see it. */
  owner: string | undefined
}

export function readDraft(key: string): Draft | undefined {
  const stored = readFromTab<StoredDraft>(prefix + key)
  return stored && stored.owner === readSession()?.id ? stored : undefined
}

export function storeDraft(key: string, draft: Draft): void {
  const owner = readSession()?.id
  // A change after the session ended must not overwrite the owner's draft.
  if (owner === undefined && readFromTab<StoredDraft>(prefix + key)?.owner !== undefined) return
  const stored: StoredDraft = { ...draft, owner }
  storeInTab(prefix + key, stored)
}

/** Removes the draft, unless it belongs to somebody else. */
export function removeDraft(key: string): void {
  if (readDraft(key)) sessionStorage.removeItem(prefix + key)
}

const prefix = 'draft:'
