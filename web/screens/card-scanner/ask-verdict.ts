import { askForCard } from '../card-check/index.ts'
import type { Verdict } from './check.ts'

/** Nobody waits longer at a door; the list answers meanwhile. */
const patience = 4_000

/** What the server says of a code, or undefined when it says nothing in time. */
export async function askServer(code: string): Promise<Verdict | undefined> {
  try {
    const card = await askForCard(code, AbortSignal.timeout(patience))
    if (card === null) return { status: 'desconhecido' }
    const { status, memberNumber, displayName: name, category, validUntil, memberId } = card
    return { status, memberNumber, name, category, validUntil, ...(memberId && { memberId }) }
  } catch {
    return undefined
  }
}
