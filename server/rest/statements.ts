import type { QueryConfig } from 'pg'

/** Lists are asked for in so many ways that they must not take the place of what every request needs. */
type Kind = 'list' | 'record'

const known: Record<Kind, Map<string, string>> = { list: new Map(), record: new Map() }
/** Beyond this many texts of a kind, further ones are planned each time. */
const mostStatements = 200

/**
 * A statement that PostgreSQL plans once for each connection: the same text always gets the same name. For the texts
 * that the program asks again and again, of which there must be few.
 */
export function prepared(text: string, values: unknown[], kind: Kind = 'record'): QueryConfig {
  const name = nameOf(text, kind)
  return name === undefined ? { text, values } : { name, text, values }
}

function nameOf(text: string, kind: Kind): string | undefined {
  const names = known[kind]
  const given = names.get(text)
  if (given !== undefined) return given
  if (names.size >= mostStatements) return undefined
  const name = `${kind}${names.size}`
  names.set(text, name)
  return name
}
