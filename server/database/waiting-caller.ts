import { AsyncLocalStorage } from 'node:async_hooks'

/** Who waits for the transactions of an async context, as a request does for its writes. */
export interface WaitingCaller {
  /** It was told that nothing is done: no transaction commits from now on. */
  wasRefused: boolean
  /** A transaction commits or has committed: it cannot be told that nothing is done. */
  isCommitting: boolean
}

const callers = new AsyncLocalStorage<WaitingCaller>()

/** Runs work whose transactions the caller waits for. */
export function runFor<T>(caller: WaitingCaller, work: () => T): T {
  return callers.run(caller, work)
}

/** Call it just before a commit. Throws when the caller was told that nothing is done. */
export function beginCommit(): void {
  const caller = callers.getStore()
  if (caller?.wasRefused) throw new Error('the caller was told that nothing is done')
  if (caller) caller.isCommitting = true
}
