import type { Caller } from '@agremia/resources/access.ts'
import { isStaff } from '@agremia/resources/access.ts'
import { ApiError } from './errors.ts'

/** Maximum concurrent turns of a kind: in total and per holder. */
interface Share {
  all: number
  each: number
}

/** Holder of a turn: its kind and its id (user, IP address or link). */
export interface Holder<Kind extends string> {
  kind: Kind
  id: string
}

export interface Turns<Kind extends string> {
  /** Takes a turn and returns the function that releases it. Throws 429 with `Retry-After` when the share is used up. */
  take(holder: Holder<Kind>): () => void
}

const retryAfterSeconds = 5

/** Limits concurrent work in this process. `refusal` is the message in Portuguese. */
export function createTurns<Kind extends string>(shares: Record<Kind, Share>, refusal: string): Turns<Kind> {
  const counts = new Map<string, number>()
  const change = (keys: readonly string[], by: 1 | -1) => {
    for (const key of keys) {
      const count = (counts.get(key) ?? 0) + by
      if (count === 0) counts.delete(key)
      else counts.set(key, count)
    }
  }
  return {
    take({ kind, id }) {
      const one = `${kind} ${id}`
      const { all, each } = shares[kind]
      if ((counts.get(kind) ?? 0) >= all || (counts.get(one) ?? 0) >= each)
        throw new ApiError(429, refusal, { headers: { 'retry-after': String(retryAfterSeconds) } })
      change([kind, one], 1)
      let isHeld = true
      return () => {
        if (isHeld) change([kind, one], -1)
        isHeld = false
      }
    },
  }
}

export type CallerKind = 'staff' | 'member' | 'visitor'

/** Holder of a request's turns: the user, or the IP address of a visitor. */
export function holderOf({ caller, ip }: { caller: Caller; ip: string }): Holder<CallerKind> {
  if (caller.id === null) return { kind: 'visitor', id: ip }
  return { kind: isStaff(caller) ? 'staff' : 'member', id: caller.id }
}
