import type { FieldDescriptor, FieldMap } from './descriptor.ts'
import { foldText, matchesSearch, searchWords } from './rules/fold.ts'

/** Why a person may be the one that is being entered. */
export const matchReasons = {
  nif: 'mesmo NIF',
  nameBirth: 'mesmo nome e data de nascimento',
  email: 'mesmo email',
} as const
export type MatchReason = keyof typeof matchReasons

/**
 * Why a search found a record: the fewest of its searchable fields that contain the words which `shown`, the texts that are
 * seen anyway, do not. Empty when nothing is missing, or when another record had the word.
 */
export function searchReasons(
  fields: FieldMap,
  record: Readonly<Record<string, unknown>>,
  { search, shown }: { search: string; shown: readonly string[] },
): FieldDescriptor[] {
  const seen = foldText(shown.join(' '))
  let missing = searchWords(search).filter((word) => !seen.includes(word))
  return Object.values(fields).filter((field) => {
    const value = record[field.name]
    if (!field.searchable || (typeof value !== 'string' && typeof value !== 'number')) return false
    const text = String(value)
    const left = missing.filter((word) => !matchesSearch(text, word))
    const isReason = left.length < missing.length
    missing = left
    return isReason
  })
}
