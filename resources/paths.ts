import { capitalise, toSnakeCase } from './letter-case.ts'

/** Returns the path of a resource below `/api`, without a leading slash: `member_states`. */
export function resourcePath(resource: string): string {
  return toSnakeCase(resource)
}

/** Returns the path of a record: `members/01890a5d-…`; the id, which may be a name, is escaped. */
export function recordPath(resource: string, id: string): string {
  return `${resourcePath(resource)}/${encodeURIComponent(id)}`
}

/** Returns the path of the records of a parent: `members/{id}/payments`. */
export function nestedPath(parent: string, id: string, resource: string): string {
  return `${recordPath(parent, id)}/${resourcePath(resource)}`
}

/** Joins a prefix and a word of a route: `configuracao` and `socios` → `configuracaoSocios`. */
export function compoundPath(prefix: string, word: string): string {
  return prefix + capitalise(word)
}
