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
