import type { PoolClient, QueryConfig } from 'pg'

/** Separate quotas: the many different list statements must not evict those that every request needs. */
export type StatementKind = 'list' | 'record'

/** A statement that a connection prepares, and keeps while it is among the most recently used of its kind. */
export interface PreparableStatement extends QueryConfig {
  kind: StatementKind
}

/** A statement that rows of one transaction may send as one (`sideBySide`). */
export interface Shared {
  shared: 'insertion' | 'lookUp'
}

/** Prepared statements of each kind per connection. */
export const maxPrepared = 200
/** Excess before the oldest are deallocated, all in one batch. */
const slack = 40

/** Statement names by text, least recently used first. */
interface StatementNames {
  names: Record<StatementKind, Map<string, string>>
  /** Counter for names. Names are never reused: the driver would take a reused name for the earlier text. */
  count: number
}

const namesByClient = new WeakMap<PoolClient, StatementNames>()

/** Gives names to statements of a new connection that have a `kind`, so that the driver prepares them. */
export function nameStatements(client: PoolClient): void {
  const statements: StatementNames = { names: { list: new Map(), record: new Map() }, count: 0 }
  namesByClient.set(client, statements)
  const send = client.query.bind(client) as unknown as (...args: unknown[]) => unknown
  const query = (config: unknown, ...rest: unknown[]) =>
    send(isPreparable(config) ? { ...config, name: nameOf(statements, config) } : config, ...rest)
  client.query = query as unknown as typeof client.query
}

function isPreparable(config: unknown): config is PreparableStatement {
  return typeof config === 'object' && config !== null && 'kind' in config
}

function nameOf(statements: StatementNames, { text, kind }: PreparableStatement): string {
  const names = statements.names[kind]
  const name = names.get(text) ?? `${kind}${(statements.count += 1)}`
  names.delete(text)
  names.set(text, name)
  return name
}

/**
 * Deallocates the least recently used statements when there are too many. The connection must be outside a transaction, and
 * this must be its next query.
 */
export function deallocateOldest(client: PoolClient): void {
  const names = Object.values(namesByClient.get(client)?.names ?? {}).flatMap(takeOldest)
  if (names.length === 0) return
  // A statement that PostgreSQL rejected has a name here but is not prepared there.
  const text = `DO $$ DECLARE old text; BEGIN
    FOR old IN SELECT name FROM pg_prepared_statements WHERE name IN (${names.map((name) => `'${name}'`).join(', ')})
    LOOP EXECUTE format('DEALLOCATE %I', old); END LOOP; END $$`
  // If the connection is broken, its next query reports that.
  client.query(text).catch(() => {})
}

function takeOldest(names: Map<string, string>): string[] {
  if (names.size <= maxPrepared + slack) return []
  const oldest = [...names].slice(0, names.size - maxPrepared)
  for (const [text] of oldest) names.delete(text)
  return oldest.map(([, name]) => name)
}
