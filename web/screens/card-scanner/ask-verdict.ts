import { fetchCardVerification } from '../card-check/index.ts'
import type { Verdict } from './check.ts'

/** In milliseconds. After it the check falls back to the known list, so that the queue at the door moves. */
const timeout = 4_000

/** The server's verdict on a code; undefined on timeout or any error. */
export async function fetchVerdict(code: string): Promise<Verdict | undefined> {
  try {
    const card = await fetchCardVerification(code, AbortSignal.timeout(timeout))
    if (card === null) return { status: 'desconhecido' }
    const { status, memberNumber, displayName: name, category, validUntil, memberId } = card
    return { status, memberNumber, name, category, validUntil, ...(memberId && { memberId }) }
  } catch {
    return undefined
  }
}
