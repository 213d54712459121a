/** The program cannot start and a person can mend it: the message is one line in Portuguese, the cause goes to the log. */
export class StartError extends Error {
  override name = 'StartError'
}
