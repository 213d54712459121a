import { capitalise } from './terminology.ts'

/** Name of a resource or field as it is written in addresses and tables: `memberStateNames` → `member_state_names`. */
export function toSnakeCase(name: string): string {
  return name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1_$2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1_$2')
    .toLowerCase()
}

/** The way back of `toSnakeCase`: `member_state_names` → `memberStateNames`; acronyms come back as plain words. */
export function toCamelCase(path: string): string {
  return path.replace(/_+([\p{L}\d])/gu, (_, letter: string) => letter.toUpperCase())
}

/** Address of a resource below the API's base, without a leading slash: `member_states`. */
export function resourcePath(resource: string): string {
  return toSnakeCase(resource)
}

/** Address of one record: `members/01890a5d-…`; the id, which may be a name, is escaped. */
export function recordPath(resource: string, id: string): string {
  return `${resourcePath(resource)}/${encodeURIComponent(id)}`
}

/** Address of the records of a parent: `members/{id}/payments`. */
export function nestedPath(parent: string, id: string, resource: string): string {
  return `${recordPath(parent, id)}/${resourcePath(resource)}`
}

/** Word of a compound route: `configuracao` and `socios` give `configuracaoSocios`. */
export function compoundPath(prefix: string, word: string): string {
  return prefix + capitalise(word)
}
