import { storeInTab, readFromTab } from '../../api/browser-storage.ts'
import { readSession } from '../../api/tokens.ts'

const maxRecent = 6

/** The ids of the members opened last in this browser tab, newest first. Names are not stored. */
export function recentMembers(): string[] {
  return readFromTab<string[]>(storageKey()) ?? []
}

export function rememberRecentMember(id: string): void {
  storeInTab(storageKey(), [id, ...recentMembers().filter((each) => each !== id)].slice(0, maxRecent))
}

function storageKey(): string {
  return `recent-members:${readSession()?.id ?? ''}`
}
