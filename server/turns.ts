import type { Caller } from '@agremia/resources/access.ts'
import { isStaff } from '@agremia/resources/access.ts'
import { ApiError } from './errors.ts'

/** How many turns one kind of holder may have at once: all together, and each. */
interface Share {
  all: number
  each: number
}

/** Who holds a turn: its kind, and which one of the kind (a user, an address, a link). */
export interface Holder<Kind extends string> {
  kind: Kind
  id: string
}

export interface Turns<Kind extends string> {
  /** Takes a turn and returns the function that gives it back. Throws 429 with `Retry-After` when the holder's share is used up. */
  take(holder: Holder<Kind>): () => void
}

const retryAfterSeconds = 5

/** Shares of something scarce in this process. `refusal` tells the caller in Portuguese what is busy. */
export function createTurns<Kind extends string>(shares: Record<Kind, Share>, refusal: string): Turns<Kind> {
  const held = new Map<string, number>()
  const change = (keys: readonly string[], by: 1 | -1) => {
    for (const key of keys) {
      const count = (held.get(key) ?? 0) + by
      if (count === 0) held.delete(key)
      else held.set(key, count)
    }
  }
  return {
    take({ kind, id }) {
      const one = `${kind} ${id}`
      const { all, each } = shares[kind]
      if ((held.get(kind) ?? 0) >= all || (held.get(one) ?? 0) >= each)
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

/** The holder of the turns of a request: the user, or the address of a visitor. */
export function holderOf({ caller, ip }: { caller: Caller; ip: string }): Holder<CallerKind> {
  if (caller.id === null) return { kind: 'visitor', id: ip }
  return { kind: isStaff(caller) ? 'staff' : 'member', id: caller.id }
}
