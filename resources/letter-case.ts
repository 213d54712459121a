/** Converts a name of a resource or field to the form of paths and tables: `memberStateNames` → `member_state_names`. */
export function toSnakeCase(name: string): string {
  return name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1_$2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1_$2')
    .toLowerCase()
}

/** Inverse of `toSnakeCase`: `member_state_names` → `memberStateNames`. Acronyms are not restored. */
export function toCamelCase(path: string): string {
  return path.replace(/_+([\p{L}\d])/gu, (_, letter: string) => letter.toUpperCase())
}

/** Returns the text with its first letter in upper case. */
export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Returns the text with its first letter in lower case, except in abbreviations: `por pagar`, `SMS`. */
export function uncapitalise(text: string): string {
  return /^\p{Lu}\p{Lu}/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1)
}
