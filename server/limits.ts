/**
 * Every limit that protects the program from its callers, its users from each other, and the database from the program.
 * Units are in the names. `docs/decisions/0025-limits.md` gives the reasons and what was measured.
 */

export const databaseLimits = {
  /** Connections of the pool that requests and jobs share, in each process. */
  poolConnections: 16,
  /** Idle time after which a connection of the pool is closed. */
  idleMs: 60_000,
  /** Age at which a connection of the pool is replaced: what the driver and PostgreSQL remember of it ends with it. */
  connectionAgeSeconds: 60 * 60,
  /** Wait for a free connection, or for a new one to open. Below the clients' own timeout of 10 s. */
  connectMs: 8_000,
  /** A statement of a request. Long work lifts it for its own transaction. */
  statementMs: 60_000,
  /** A statement of the cache connection: each reads a few rows by key. */
  cacheStatementMs: 5_000,
} as const

export const answerLimits = {
  /** Health is known within this time: a load balancer asks every second or so. */
  healthMs: 800,
  /** A GET that has answered nothing yet is ended with 503, just before the clients' own timeout of 10 s. */
  getMs: 9_000,
} as const

/** How many members a generation of quotas names. Counts are always complete. */
export const quotaRunLimits = {
  /** For each reason in a preview: as many as fit beside the reason. */
  namedInPreview: 5,
  /** When somebody asks who they are, and in the result of a generation: more are looked up in the list of members. */
  listed: 500,
} as const

/** How long one statement may take before PostgreSQL cancels it. Those of requests have the pool's minute. */
export const statementLimits = {
  /** Seconds, for work in the background on all members: a generation of quotas, the daily work. */
  backgroundSeconds: 1800,
} as const

/** Which days of a new payment are refused, and which have to be confirmed. */
export const paymentDateLimits = {
  /** No payment is dated before this year, whenever the organisation was founded: nobody alive paid it. */
  firstYear: 1900,
  /** Years. So long accounts and their documents have to be kept (CIRC, artigo 123.º, n.º 4); older ones are mostly typing mistakes. */
  questionedAfterYears: 10,
} as const

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
  /** Links to a new email of one account, which may be anybody's address. */
  emailChange: { most: 5, minutes: 60 },
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
  /** A link that confirms another email: it is opened in another mailbox, perhaps on another device. */
  emailChangeMinutes: 60,
  /** How long a browser where somebody entered stays known: some members enter once a year, when their dues come. */
  knownDeviceDays: 400,
} as const

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

/**
 * Answers that read a whole query (exports, `_limit=-1`, documents of many pages) under way at once in a process, by kind of
 * caller: `all` of them together, and `each` user, address or link. Exports and lists hold a connection of the pool, which has
 * 16, while their query runs: staff, members and visitors together take no more than half of it. No kind takes the turns of
 * another, so visitors cannot keep the staff from working.
 */
export const wholeAnswerLimits = {
  staff: { all: 4, each: 2 },
  member: { all: 2, each: 1 },
  /** Nothing public is longer than the largest page, unless it is searched. */
  visitor: { all: 1, each: 1 },
  /** Documents that signed links lead to. They hold no connection, and whoever follows a link carries no credentials. */
  link: { all: 6, each: 2 },
} as const

export const spoolLimits = {
  /** Bytes of an answer that wait on the disk for a reader who is slower than the database: twice the 300 000 members of the largest organisation, with every column. */
  mostBytes: 1024 ** 3,
  /** An answer takes this part of the free disk at most: all turns together leave a quarter of it to PostgreSQL. */
  shareOfFreeDisk: 0.1,
} as const

/**
 * Uploaded images that are being received or decoded at once in a process. Each is held in memory (10 MB) until its turn ends, and no
 * kind of caller takes the turns of another.
 */
export const uploadLimits = {
  staff: { all: 16, each: 8 },
  member: { all: 6, each: 2 },
  visitor: { all: 6, each: 3 },
} as const

/** Megabytes of an uploaded image. */
export const uploadMegabytes = 10

export const imageLimits = {
  /**
   * Pixels of a JPEG in one pass: it is shrunk while it is read, so that 108 million take 20 MB and one to two seconds. The
   * largest telephones take 200 million, in files larger than an upload may be.
   */
  pixelsOfJpeg: 120_000_000,
  /** Pixels of a PNG or a WebP: 50 million take 55 MB and three seconds. A page scanned at 600 dpi has 35 million. */
  pixels: 40_000_000,
  /**
   * Pixels of a progressive JPEG or an interlaced PNG, which is held whole: 25 million take 90 MB as a JPEG and 260 MB as a PNG of
   * 16 bits; 108 million took 330 MB and six seconds. A good camera has 24 million, and telephones write JPEGs in one pass.
   */
  pixelsInPasses: 25_000_000,
  /** Megabytes of the process that decodes: beyond them it ends in the middle of an image. */
  memoryMegabytes: 500,
  /** Megabytes after an image beyond which another process decodes the next. It begins with 70, and never gives all back. */
  keptMegabytes: 200,
  /** Milliseconds that an image may take: a JPEG of thousands of passes would take minutes. */
  decodeMs: 20_000,
  /** Milliseconds without images after which the process ends. */
  retireMs: 60_000,
} as const

/** Connections, in milliseconds where nothing else is said. */
export const httpLimits = {
  /** How often connections are looked at: what follows is exact to this. */
  checkMs: 2000,
  /**
   * A connection whose reader takes nothing of what waits for it for this long is closed. A telephone that changes networks or
   * goes through a tunnel takes less.
   */
  stalledReaderMs: 15_000,
  /** For the headers of a request: they fit in a few packets. */
  headersMs: 20_000,
  /**
   * For the body of a request: `bodyMs`, and what it takes to receive it at this rate. JSON, of up to 1 MB, has half a minute, and an
   * upload of 10 MB eleven at most: a slow line (0.75 Mbit/s) takes two.
   */
  bodyMs: 30_000,
  bodyBytesPerSecond: 16 * 1024,
  /** Bytes of a body that is no upload. */
  bodyBytes: 1024 * 1024,
  /** For the whole of a request that reached no route: more than the slowest upload may take. */
  requestMs: 15 * 60_000,
  /** Between two requests of a connection: more than the minute after which proxies close theirs, so that none sends into a closed one. */
  idleMs: 72_000,
  /** Connections of a process: those of 2000 pages with a socket each, from browsers that open up to six, with no proxy between. */
  connections: 14_000,
} as const

/** What tests may shorten. */
export type Limits = {
  readonly [name in keyof typeof httpLimits | keyof typeof answerLimits | 'decodeMs']: number
}
