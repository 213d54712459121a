import type { QueryConfig } from 'pg'

const names = new Map<string, string>()
/** Beyond this many texts, further ones are planned each time. */
const mostStatements = 400

/**
 * A statement that PostgreSQL plans once for each connection: the same text always gets the same name. For the texts
 * that the program asks again and again, of which there must be few.
 */
export function prepared(text: string, values: unknown[]): QueryConfig {
  const name = nameOf(text)
  return name === undefined ? { text, values } : { name, text, values }
}

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined) return known
  if (names.size >= mostStatements) return undefined
  const name = `s${names.size}`
  names.set(text, name)
  return name
}
