/** The program cannot start for a reason that a person can fix. The message is one line in Portuguese; the cause goes to the log. */
export class StartError extends Error {
  override name = 'StartError'
}
