import type { PoolClient, QueryConfig } from 'pg'

/** Lists are asked for in so many ways that they must not take the place of what every request needs. */
export type StatementKind = 'list' | 'record'

/** A statement that a connection plans once, and keeps while it is asked for more than others of its kind. */
export interface KeptStatement extends QueryConfig {
  keep: StatementKind
}

/** So many statements of each kind stay with a connection. */
export const mostKept = 200
/** So many more may come before the oldest go, together. */
const spare = 40

/** The names of a connection's statements by their text, those asked for the longest ago first. */
interface Kept {
  names: Record<StatementKind, Map<string, string>>
  /** No name is given twice: what the driver knows by it would be another text. */
  given: number
}

const keptBy = new WeakMap<PoolClient, Kept>()

/** Has a new connection name the statements that are to be kept, each time it is asked. */
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
 * Has a connection forget the statements that were asked for the longest ago, when there are too many. It must be in no
 * transaction, and is asked for nothing else before.
 */
export function forgetOldest(client: PoolClient): void {
  const names = Object.values(keptBy.get(client)?.names ?? {}).flatMap(takeOldest)
  if (names.length === 0) return
  // One that PostgreSQL refused has a name here, and not there.
  const text = `DO $$ DECLARE old text; BEGIN
    FOR old IN SELECT name FROM pg_prepared_statements WHERE name IN (${names.map((name) => `'${name}'`).join(', ')})
    LOOP EXECUTE format('DEALLOCATE %I', old); END LOOP; END $$`
  // A connection that cannot do this tells so whoever uses it next.
  client.query(text).catch(() => {})
}

function takeOldest(names: Map<string, string>): string[] {
  if (names.size <= mostKept + spare) return []
  const oldest = [...names].slice(0, names.size - mostKept)
  for (const [text] of oldest) names.delete(text)
  return oldest.map(([, name]) => name)
}
