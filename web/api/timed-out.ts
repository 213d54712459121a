/**
 * The outcome of a call that had no answer in time. It is no error and brings no message: whoever asked leaves
 * things as they are, and asking again is safe.
 */
export const timedOut = Symbol('timed out')
export type TimedOut = typeof timedOut

export function isTimedOut(outcome: unknown): outcome is TimedOut {
  return outcome === timedOut
}
