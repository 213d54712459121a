/**
 * Outcome of a call without a response in time. It is not an error and shows no message; the call may be
 * repeated.
 */
export const timedOut = Symbol('timed out')
export type TimedOut = typeof timedOut

export function isTimedOut(outcome: unknown): outcome is TimedOut {
  return outcome === timedOut
}
