import type { PoolClient, QueryConfig } from 'pg'

/** Separate quotas: the many different list statements must not evict those that every request needs. */
export type StatementKind = 'list' | 'record'

/** A statement that a connection prepares, and keeps while it is among the most recently used of its kind. */
export interface KeptStatement extends QueryConfig {
  keep: StatementKind
}

/** Prepared statements of each kind per connection. */
export const mostKept = 200
/** Excess before the oldest are deallocated, all in one batch. */
const spare = 40

/** Statement names by text, least recently used first. */
interface Kept {
  names: Record<StatementKind, Map<string, string>>
  /** Counter for names. Names are never reused: the driver would take a reused name for the earlier text. */
  given: number
}

const keptBy = new WeakMap<PoolClient, Kept>()

/** Gives names to statements of a new connection that have a `kind`, so that the driver prepares them. */
export function keepStatements(client: PoolClient): void {
  const kept: Kept = { names: { list: new Map(), record: new Map() }, given: 0 }
  keptBy.set(client, kept)
  const send = client.query.bind(client) as unknown as (...given: unknown[]) => unknown
  const query = (asked: unknown, ...rest: unknown[]) =>
    send(isKept(asked) ? { ...asked, name: nameOf(kept, asked) } : asked, ...rest)
  client.query = query as unknown as typeof client.query
}

function isKept(asked: unknown): asked is KeptStatement {
  return typeof asked === 'object' && asked !== null && 'keep' in asked
}

function nameOf(kept: Kept, { text, keep }: KeptStatement): string {
  const names = kept.names[keep]
  const name = names.get(text) ?? `${keep}${(kept.given += 1)}`
  names.delete(text)
  names.set(text, name)
  return name
}

/**
 * Deallocates the least recently used statements when there are too many. The connection must be outside a transaction, and
 * this must be its next query.
 */
export function forgetOldest(client: PoolClient): void {
  const names = Object.values(keptBy.get(client)?.names ?? {}).flatMap(takeOldest)
  if (names.length === 0) return
  // A statement that PostgreSQL rejected has a name here but is not prepared there.
  const text = `DO $$ DECLARE old text; BEGIN
    FOR old IN SELECT name FROM pg_prepared_statements WHERE name IN (${names.map((name) => `'${name}'`).join(', ')})
    LOOP EXECUTE format('DEALLOCATE %I', old); END LOOP; END $$`
  // If the connection is broken, its next query reports that.
  client.query(text).catch(() => {})
}

function takeOldest(names: Map<string, string>): string[] {
  if (names.size <= mostKept + spare) return []
  const oldest = [...names].slice(0, names.size - mostKept)
  for (const [text] of oldest) names.delete(text)
  return oldest.map(([, name]) => name)
}
