/**
 * Attempts that a subject may make in a window of so many minutes, which begins with the first of them. Guesses are given back
 * when they are right.
 */
export const attemptLimits = {
  /** Guesses of a password: ten from one address, or from one known device, are more than a forgetful person needs. */
  accountFromAddress: { most: 10, minutes: 15 },
  accountFromDevice: { most: 10, minutes: 15 },
  /** Passwords and codes of every account: a whole office has one address. */
  address: { most: 60, minutes: 15 },
  /**
   * Guesses of a password from unknown devices, wherever they are: NIST SP 800-63B, section 5.2.2, allows no more than 100. Its owner
   * enters from a known device or by link meanwhile.
   */
  account: { most: 100, minutes: 24 * 60 },
  /** Links to one email: more are not sent. */
  recovery: { most: 5, minutes: 15 },
  setup: { most: 20, minutes: 15 },
  /** A tablet at an event sends many applications from one address. */
  application: { most: 60, minutes: 15 },
  applicationCheck: { most: 1500, minutes: 15 },
  applicationPhoto: { most: 60, minutes: 15 },
  verification: { most: 60, minutes: 15 },
  verificationSend: { most: 20, minutes: 15 },
  /** Links for one application: more are not sent. */
  verificationLink: { most: 3, minutes: 15 },
  paymentInformation: { most: 120, minutes: 15 },
  cardVerification: { most: 450, minutes: 15 },
  /** Recordings arrive in parts, and a whole office has one address. */
  errorReport: { most: 900, minutes: 15 },
} as const

export const sessionLimits = {
  accessMinutes: 15,
  refreshDays: 30,
  /**
   * How long a spent refresh token still renews, since its answer may have been lost and tabs may renew in parallel. It outlives the 10
   * seconds after which a client stops waiting, and its next attempt.
   */
  refreshAgainSeconds: 30,
  /** A link that lets in. */
  loginCodeMinutes: 15,
  /** How long a browser where somebody entered stays known: some members enter once a year, when their dues come. */
  knownDeviceDays: 400,
} as const
