import type pg from 'pg'
import type { Querying } from './querying.ts'

export interface Database {
  readonly pool: pg.Pool
  /**
   * One connection apart from the pool, for cached values (settings, secrets) and the health check. Code inside a transaction reads
   * cached values too, and there a second connection from the pool would deadlock when the pool is exhausted.
   */
  readonly cacheReads: Querying
  /** Contains the password: never log it. */
  readonly url: string
  /** For direct connections, which LISTEN and locks of a session need: `url`, unless that is a pooler. */
  readonly listenUrl: string
  /** Whether the program started this PostgreSQL itself. */
  readonly embedded: boolean
  /** Publishes this program's address, for the error of a second program that starts with the same data folder. */
  announce(address: string): Promise<void>
  /** Ends the idle connections. PostgreSQL keeps for each what it read about the tables that it used: a start uses nearly all. */
  renew(): Promise<void>
  /** Closes all connections, waiting at most half a second for running queries, and stops the embedded PostgreSQL. */
  close(): Promise<void>
}
