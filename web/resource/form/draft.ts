import { keepInTab, recallInTab } from '../../api/tab-storage.ts'
import { readSession } from '../../api/tokens.ts'
import type { Values } from '../../fields/index.ts'

/** What was being written, kept in this tab until it is saved or thrown away: a session may end in mid-sentence. */
export interface Draft {
  changes: Values
  /** What stood in their place, with the version that they were made over. */
  over: Values
}

interface KeptDraft extends Draft {
  /** Whoever comes next at the same computer does not see it. */
  owner: string | undefined
}

export function recallDraft(key: string): Draft | undefined {
  const kept = recallInTab<KeptDraft>(prefix + key)
  return kept && kept.owner === readSession()?.id ? kept : undefined
}

export function keepDraft(key: string, draft: Draft): void {
  const owner = readSession()?.id
  // A change after the session ended does not take the draft from its owner.
  if (owner === undefined && recallInTab<KeptDraft>(prefix + key)?.owner !== undefined) return
  const kept: KeptDraft = { ...draft, owner }
  keepInTab(prefix + key, kept)
}

/** A draft of somebody else, or of a session that ended in the meantime, is left alone. */
export function forgetDraft(key: string): void {
  if (recallDraft(key)) sessionStorage.removeItem(prefix + key)
}

const prefix = 'draft:'
