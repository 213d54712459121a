import type { CardStanding } from '@agremia/resources/card-verification.ts'

/**
 * `desconhecido`: no card has the code. `pendente`: neither the server nor a list has said. `semCartao`: found by name, without a card.
 */
export type CheckStatus = CardStanding | 'desconhecido' | 'pendente' | 'semCartao'

/** What is said of a code, by the server or by the list of known cards. */
export interface Verdict {
  status: CheckStatus
  memberNumber?: number
  name?: string
  category?: string
  validUntil?: string | null
  /** Only the server tells. */
  memberId?: string
  /** The moment of the list that it was looked up in; absent when the server said it. */
  listedAt?: string
}

/** One card that somebody showed. */
export interface Check extends Verdict {
  /** From 1, in the order in which they were read. */
  place: number
  at: string
  /** The code, or what was read where there is none in it. */
  code: string
  /** When the same code was first read in this list. */
  firstAt?: string
  /** What had been said before the server was asked, where the server says otherwise. */
  before?: CheckStatus
}

/** Whether the server has still to be asked. */
export function isWaiting({ status, listedAt }: Check): boolean {
  return status === 'pendente' || listedAt !== undefined
}

/** Adds what was read, without a verdict yet. The latest comes last. */
export function addCheck(checks: readonly Check[], { code, at }: { code: string; at: string }): Check[] {
  const first = checks.find((check) => check.code === code)
  const place = (checks.at(-1)?.place ?? 0) + 1
  return [...checks, { place, code, at, status: 'pendente', ...(first && { firstAt: first.at }) }]
}

/** Puts a verdict where it belongs. One that takes back what was said stays marked. */
export function settleCheck(checks: readonly Check[], place: number, verdict: Verdict): Check[] {
  return checks.map((check) => {
    if (check.place !== place) return check
    const { at, code, firstAt, status, before } = check
    const changed = status !== 'pendente' && status !== verdict.status ? status : before
    return { place, at, code, ...(firstAt && { firstAt }), ...(changed && { before: changed }), ...verdict }
  })
}

export interface CheckCounts {
  byStatus: Map<CheckStatus, number>
  repeated: number
  waiting: number
}

/** How many of each: a card that is shown again counts once, by its first time. */
export function countChecks(checks: readonly Check[]): CheckCounts {
  const byStatus = new Map<CheckStatus, number>()
  for (const { status, firstAt } of checks)
    if (firstAt === undefined) byStatus.set(status, (byStatus.get(status) ?? 0) + 1)
  return {
    byStatus,
    repeated: checks.filter(({ firstAt }) => firstAt !== undefined).length,
    waiting: checks.filter(isWaiting).length,
  }
}
