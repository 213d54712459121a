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

export const httpLimits = {
  /** How often connections are looked at, in milliseconds: what follows is exact to this. */
  checkMs: 2000,
  /**
   * A connection whose reader takes nothing of what waits for it for this long is closed. A telephone that changes networks or
   * goes through a tunnel takes less.
   */
  stalledReaderMs: 15_000,
} as const

/** The limits of connections, as tests may shorten them. */
export type HttpLimits = { readonly [name in keyof typeof httpLimits]: number }
