import type { QueryConfig, QueryResult } from 'pg'

/** Anything that runs SQL: the pool, or one connection inside a transaction. */
export interface Querying {
  query(config: QueryConfig): Promise<QueryResult>
}
