/** Requests to the SMS service. Times in milliseconds, size in bytes. */
export const smsLimits = {
  /** For one message: services pass it on to an operator before they answer. */
  answerTime: 20_000,
  /** The same for a test message: a person waits, as long as for the mail server's. */
  testAnswerTime: 7_000,
  /** For the name of the service to resolve while its address is saved: the settings form waits. */
  lookupTime: 2_000,
  /** Read of an answer. 300 characters of it are shown. */
  answerSize: 16 * 1024,
} as const
