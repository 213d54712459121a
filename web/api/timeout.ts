/**
 * Outcome of a call without a response in time. It is not an error and shows no message; the call may be
 * repeated.
 */
export const timedOut = Symbol('timed out')
export type TimedOut = typeof timedOut

export function isTimedOut(outcome: unknown): outcome is TimedOut {
  return outcome === timedOut
}

/** Runs `work`, whose signal is aborted after the timeout. Throws `TimeoutError` then. */
export async function withTimeout<Result>(
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController()
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    const error = new DOMException('No answer in time', 'TimeoutError')
    controller.abort(error)
    reject(error)
  }, milliseconds)
  try {
    return await Promise.race([work(controller.signal), late])
  } finally {
    clearTimeout(timer)
  }
}

export function isTimeoutError(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError'
}
