import { documentMegabytes } from '@agremia/resources/document-uploads.ts'
import { importMegabytes } from '@agremia/resources/import-uploads.ts'

/**
 * Limits that protect the program from callers, users from each other, and the database from the program. Names have the units.
 * `docs/decisions/0025-limits.md` has reasons and measurements.
 */

export const databaseLimits = {
  /** Connections per process of the pool for requests and jobs. */
  poolConnections: 16,
  /** Idle connections are closed after this time. */
  idleMs: 60_000,
  /** Connections are replaced at this age, which frees memory of driver and PostgreSQL. */
  connectionAgeSeconds: 60 * 60,
  /** Timeout for a free or new connection; below the clients' timeout of 10 s. */
  connectMs: 8_000,
  /** Statement timeout of requests. Background work raises it for its transactions. */
  statementMs: 60_000,
  /** Timeout of the cache connection, which only reads few rows by key. A statement that takes longer closes it. */
  cacheQueryMs: 5_000,
} as const

export const answerLimits = {
  /** Maximum time of the health check: load balancers call it about every second. */
  healthMs: 800,
  /** A request without a response is answered 503 after this time, before the clients' timeout of 10 s. */
  requestAnswerMs: 9_000,
} as const

/** Number of members that the result of a generation of quotas names. Counts are always complete. */
export const quotaRunLimits = { listed: 500 } as const

/** Statement timeouts; those of requests are in `databaseLimits`. */
export const statementLimits = {
  /** For background work on all members: a generation of quotas, daily work. */
  backgroundSeconds: 1800,
} as const

/** Dates of new payments that are rejected or need confirmation. */
export const paymentDateLimits = {
  /** Earlier dates are rejected. */
  firstYear: 1900,
  /** Earlier dates need confirmation, since they are mostly typing mistakes. Accounts are kept for ten years (CIRC, artigo 123.º, n.º 4). */
  questionedAfterYears: 10,
} as const

/**
 * Maximum attempts of a subject in a window of `minutes`, which begins with the first attempt. Right guesses are uncounted.
 */
export const attemptLimits = {
  /** Password guesses per account from one IP address or known device. */
  accountFromAddress: { maxAttempts: 10, minutes: 15 },
  accountFromDevice: { maxAttempts: 10, minutes: 15 },
  /** Passwords and codes for all accounts from one IP address: a whole office may share it. */
  address: { maxAttempts: 60, minutes: 15 },
  /**
   * Password guesses per account from all unknown devices: NIST SP 800-63B, section 5.2.2, allows at most 100. Meanwhile the owner can
   * sign in from a known device or by link.
   */
  account: { maxAttempts: 100, minutes: 24 * 60 },
  /** Login links to one email. */
  recovery: { maxAttempts: 5, minutes: 15 },
  /** Links of one account to new emails, which may belong to anybody. */
  emailChange: { maxAttempts: 5, minutes: 60 },
  /** Codes of the second step per account: one of a million is right, for 90 s. */
  secondStep: { maxAttempts: 10, minutes: 15 },
  secondStepOfDay: { maxAttempts: 30, minutes: 24 * 60 },
  /** Messages to the owner of an account about refused codes. */
  secondStepNotice: { maxAttempts: 1, minutes: 24 * 60 },
  /** Refused requests of a user in the activity log. */
  refusal: { maxAttempts: 20, minutes: 15 },
  passkeyOptions: { maxAttempts: 240, minutes: 15 },
  setup: { maxAttempts: 20, minutes: 15 },
  /** A tablet at an event submits many applications from one address. */
  application: { maxAttempts: 60, minutes: 15 },
  applicationCheck: { maxAttempts: 1500, minutes: 15 },
  applicationPhoto: { maxAttempts: 60, minutes: 15 },
  verification: { maxAttempts: 60, minutes: 15 },
  verificationSend: { maxAttempts: 20, minutes: 15 },
  /** Links for one application. */
  verificationLink: { maxAttempts: 3, minutes: 15 },
  /** The page asks each three seconds while a payment is awaited. */
  paymentInformation: { maxAttempts: 600, minutes: 15 },
  /** A gateway sends from few addresses, and each payment up to some thirty times while nobody accepts it. */
  gatewayCallback: { maxAttempts: 3000, minutes: 15 },
  /** Requests that make a phone ring, by address or account and by phone. */
  mbwayRequest: { maxAttempts: 30, minutes: 15 },
  mbwayPhone: { maxAttempts: 6, minutes: 15 },
  cardVerification: { maxAttempts: 450, minutes: 15 },
  /** Replays arrive in segments, and a whole office may share an address. */
  errorReport: { maxAttempts: 900, minutes: 15 },
} as const

/** Calls of programs. */
export const apiLimits = {
  callsPerMinute: 600,
  /** Calls per secret in its log. */
  logged: 500,
  /** How long a replaced value may stay valid. */
  maxOverlapHours: 7 * 24,
} as const

export const webhookLimits = {
  /** Milliseconds until a receiver must have answered. */
  answerTime: 15_000,
  /** Milliseconds to resolve the name of a receiver when its address is saved. */
  lookupTime: 2_000,
  /** Bytes of an answer that are read and logged. */
  answerSize: 2048,
  /** Concurrent requests to one receiver. */
  concurrent: 8,
  /** Seconds between the attempts of a delivery, which then has failed: three days in all. */
  retryAfter: [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400],
  /** A webhook whose deliveries have all failed for this long is switched off. */
  stoppedAfterDays: 5,
  loggedDays: 30,
} as const

export const sessionLimits = {
  accessMinutes: 15,
  /** Days without use, and in all, after which a session ends. */
  unusedDays: 30,
  totalDays: 90,
  /**
   * Grace period for reuse of a spent refresh token: its response may have been lost, and tabs may refresh in parallel. Longer than the
   * 10 s timeout of clients and their retry.
   */
  refreshAgainSeconds: 30,
  /** Lifetime of a login link. */
  loginCodeMinutes: 15,
  /** Time in which who created an account gets its first link without the own password. */
  newAccountMinutes: 10,
  /** Lifetime of a link that confirms a new email: it is opened in another mailbox, maybe on another device. */
  emailChangeMinutes: 60,
  /** Time to answer the browser's question for a passkey. */
  passkeyMinutes: 5,
  /** Lifetime of known devices: some members sign in once a year, to pay their quota. */
  knownDeviceDays: 400,
} as const

/** Requests to payment gateways, and what they send. */
export const gatewayLimits = {
  /** Milliseconds: below the clients' timeout of 10 s. */
  answerMs: 8_000,
  answerSize: 256 * 1024,
  /** Bytes of a callback. */
  callbackBytes: 16 * 1024,
  /** Seconds between questions for the state of a pending MB WAY request, and of a reference. */
  mbwayQuerySeconds: 60,
  referenceQuerySeconds: 24 * 60 * 60,
  /** Days after the end of an order for which the gateway is still asked each day. */
  endedQueryDays: 5,
  /** Orders that one round of questions asks for. */
  queriesPerRound: 50,
} as const

/** Requests to the SMS service: times in ms, size in bytes. */
export const smsLimits = {
  /** Timeout of a message: services forward it to an operator before they answer. */
  answerTime: 20_000,
  /** Timeout of a test message: a person is waiting. */
  testAnswerTime: 7_000,
  /** Timeout to resolve the service's name when its address is saved. */
  lookupTime: 2_000,
  /** Maximum bytes read of a response; 300 characters of it are shown. */
  answerSize: 16 * 1024,
} as const

/**
 * Concurrent answers that read a whole query (exports, `_limit=-1`, documents of many pages) per process, by kind of caller: `all` of
 * the kind, and `each` user, IP address or link. Exports and lists hold a connection of the pool (16) during their query: staff,
 * members and visitors together hold at most half. Kinds have separate turns, so that visitors cannot block the staff.
 */
export const wholeAnswerLimits = {
  staff: { all: 4, each: 2 },
  member: { all: 2, each: 1 },
  /** Public lists are shorter than a page, unless searched. */
  visitor: { all: 1, each: 1 },
  /** Documents behind signed links: without credentials, and without a connection. */
  link: { all: 6, each: 2 },
} as const

export const spoolLimits = {
  /** Maximum bytes on disk of an answer that waits for a slow client: twice the 300 000 members of the largest organisation with all columns. */
  maxBytes: 1024 ** 3,
  /** Maximum share of the free disk per answer: all turns together leave a quarter to PostgreSQL. */
  shareOfFreeDisk: 0.1,
} as const

/**
 * Concurrent uploads per process, received or decoded. Images (10 MB) are in memory during their turn. Kinds have separate turns.
 */
export const uploadLimits = {
  staff: { all: 16, each: 8 },
  member: { all: 6, each: 2 },
  visitor: { all: 6, each: 3 },
} as const

/** Maximum size of an uploaded image in MB. */
export const uploadMegabytes = 10

/** Uploaded PDFs and photographs of paper, which are received on disk. */
export const documentLimits = {
  megabytes: documentMegabytes,
  /** Files of one request. */
  files: 50,
  /** A file that all emails of a batch bring. */
  attachedMegabytes: 5,
  /** Ids of a search. */
  searched: 2000,
  /** Files of a download, which are sent one after the other. */
  downloaded: 5000,
  /** Documents of a block of a download. */
  inBlock: 50,
  /** MB of files that are merged into one PDF: 60 take 250 MB and two seconds. */
  mergedMegabytes: 60,
  /** Characters of a name. */
  nameLength: 150,
  /** Hours after which a received file is that of a killed process. */
  leftOverHours: 24,
} as const

/** Files of tables that people import, which are received on disk and read as a stream. */
export const importLimits = {
  /** MB of a file, as it is sent. */
  megabytes: importMegabytes,
  /** MB of a workbook when it is unpacked: XML of cells packs to a tenth or less. */
  unpackedMegabytes: 3000,
  /** The largest organisation has 300 000 members. */
  rows: 300_000,
  columns: 200,
  /** Characters of a cell that are kept. */
  cellLength: 5000,
  /** Values of an import that are read as others. */
  replacements: 500,
  /** Characters of a row of a text: 200 long cells. A quote that nobody closes would swallow the rest of the file. */
  rowLength: 2_000_000,
  /** Photos of a ZIP. */
  photos: 20_000,
  /** Rows that are checked or written in one transaction. */
  batch: 200,
  /** Days that a file is kept, to see again what it said. The results of its rows stay. */
  keptDays: 30,
} as const

/** Requests to a bucket, retried up to `attempts` times in all. */
export const bucketLimits = {
  attempts: 3,
  connectMs: 2000,
  /** Time until the answer begins. */
  answerMs: 5000,
  /** Time to send a file or a part of one (5 MB), and until the answer begins. */
  uploadMs: 60_000,
  /** Each file that is being sent to a client holds one. */
  connections: 500,
} as const

export const decoderLimits = {
  /**
   * Maximum pixels of a baseline JPEG. It is scaled while it is decoded: 108 million take 20 MB and one to two seconds. The largest phone
   * photos have 200 million, in files above the size limit.
   */
  pixelsOfJpeg: 120_000_000,
  /** Maximum pixels of a PNG or WebP: 50 million take 55 MB and three seconds. A page scanned at 600 dpi has 35 million. */
  pixels: 40_000_000,
  /**
   * Maximum pixels of a progressive JPEG or interlaced PNG, which is decoded as a whole: 25 million take 90 MB as JPEG and 260 MB as
   * 16-bit PNG; 108 million took 330 MB and six seconds. Good cameras have 24 million, and phones write baseline JPEGs.
   */
  pixelsInPasses: 25_000_000,
  /** Memory limit of the process that reads uploads in MB; above it the process is killed. */
  memoryMegabytes: 500,
  /** Above this memory in MB the process is replaced after a file. It starts with 80, takes 200 with the libraries for PDF, and never returns all. */
  maxIdleMegabytes: 300,
  /** Computing time of a file in ms: a JPEG with thousands of scans would take minutes. */
  decodeMs: 20_000,
  /** How many times that a file may take, when others have the processor meanwhile. */
  waitFactor: 6,
  /** Idle time in ms after which the process ends. */
  retireMs: 60_000,
} as const

/** Limits of connections, in ms unless the name says otherwise. */
export const httpLimits = {
  /** Interval of checks, and thus the precision of the other limits. */
  checkMs: 2000,
  /**
   * A connection whose client accepts no bytes for this long is closed. A phone that changes networks or passes a tunnel takes less.
   */
  stalledReaderMs: 15_000,
  /** Timeout of a request's headers, which fit in few packets. */
  headersMs: 20_000,
  /**
   * Timeout of a body: `bodyMs` plus its length at this rate. JSON (up to 1 MB) has a minute and a half, an upload of 10 MB eleven minutes;
   * a slow line (0.75 Mbit/s) needs two.
   */
  bodyMs: 30_000,
  bodyBytesPerSecond: 16 * 1024,
  /** Maximum body, except for uploads. */
  bodyBytes: 1024 * 1024,
  /** Timeout of a request that reaches no route; longer than the slowest upload. */
  requestMs: 15 * 60_000,
  /** Keep-alive timeout: longer than the minute of proxies, so that none sends into a closed connection. */
  idleMs: 72_000,
  /** Connections per process: 2000 pages with a WebSocket each, from browsers with up to six connections, without a proxy. */
  connections: 14_000,
} as const

/** Limits that tests may override. */
export type Limits = {
  readonly [name in keyof typeof httpLimits | keyof typeof answerLimits | 'decodeMs']: number
}

/** Days until charges fall due that an event makes: an admission or readmission, a period that has begun, another copy of a card. */
export const daysToPay = 30
/** Days after an admission on which it is still charged when it is entered, although a year has begun since. */
export const lateAdmissionDays = 90

export type WholeAnswerKind = keyof typeof wholeAnswerLimits
