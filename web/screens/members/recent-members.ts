import { keepInTab, recallInTab } from '../../api/browser-storage.ts'
import { readSession } from '../../api/tokens.ts'

const most = 6

/** The ids of the members whose record was opened last in this tab, the last one first. Names are asked for again. */
export function recentMembers(): string[] {
  return recallInTab<string[]>(place()) ?? []
}

export function rememberRecentMember(id: string): void {
  keepInTab(place(), [id, ...recentMembers().filter((each) => each !== id)].slice(0, most))
}

function place(): string {
  return `recent-members:${readSession()?.id ?? ''}`
}
