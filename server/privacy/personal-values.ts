import { foldText } from '@agremia/resources/rules/fold.ts'

/** Values that identify a person, as they were stored at any time. */
export interface PersonalValues {
  names: readonly string[]
  /** NIF, NISS, numbers of documents, IBAN, email addresses. */
  codes: readonly string[]
  phones: readonly string[]
}

/** Regular expressions of PostgreSQL, to be used without regard to case; null when there is nothing to find. */
export interface Patterns {
  names: string | null
  codes: string | null
}

/** Shorter codes would match by chance. */
const shortestCode = 6
/** A name of one word must have this length: `Ana` is the name of many. */
const longestCommonWord = 8

const letters: Readonly<Record<string, string>> = {
  a: 'aàáâãäåAÀÁÂÃÄÅ',
  c: 'cçCÇ',
  e: 'eèéêëEÈÉÊË',
  i: 'iìíîïIÌÍÎÏ',
  n: 'nñNÑ',
  o: 'oòóôõöøOÒÓÔÕÖØ',
  u: 'uùúûüUÙÚÛÜ',
  y: 'yýÿYÝŸ',
}
const letter = '[[:alnum:]À-ÖØ-öø-ÿ]'
/** Between the words of a name: spaces and punctuation, also as an HTML entity. */
const gap = `(?:&#?[[:alnum:]]{2,6};|[^[:alnum:]À-ÖØ-öø-ÿ]){1,4}`

/** Returns the patterns that find the values in texts, with or without accents, capitals and spaces between digits, and encrypted. */
export function patternsOf(
  { names, codes, phones }: PersonalValues,
  sealedForms: (code: string) => readonly string[],
): Patterns {
  const found = {
    names: names.filter(isTelling).map(namePattern),
    codes: [
      ...codes.map(codePattern),
      ...codes.flatMap(sealedForms).map(escape),
      ...phones.map(phonePattern),
    ].filter((pattern) => pattern !== ''),
  }
  return { names: anyOf(found.names), codes: anyOf(found.codes) }
}

function anyOf(patterns: readonly string[]): string | null {
  if (patterns.length === 0) return null
  // The longest first: the expression takes the first that matches.
  const sorted = [...new Set(patterns)].toSorted((one, other) => other.length - one.length)
  return `(?<!${letter})(?:${sorted.join('|')})(?!${letter})`
}

function isTelling(name: string): boolean {
  const words = foldText(name).split(' ')
  return words.length > 1 || (words[0] ?? '').length >= longestCommonWord
}

/** The full name, and the first and the last word, as banks and lists shorten it. */
export function nameForms(name: string): string[] {
  const words = foldText(name).split(' ')
  const [first, last] = [words[0], words.at(-1)]
  return words.length > 2 ? [name, `${first} ${last}`] : [name]
}

function namePattern(name: string): string {
  const words = foldText(name).split(' ').filter(Boolean)
  return words
    .map((word) =>
      [...word].map((one) => (letters[one] === undefined ? escape(one) : `[${letters[one]}]`)).join(''),
    )
    .join(gap)
}

function codePattern(code: string): string {
  const runs = code.match(/[\p{L}\p{N}]+/gu) ?? []
  if (runs.join('').length < shortestCode) return ''
  if (code.includes('@')) return runs.map(escape).join('[^[:alnum:]]{1,3}')
  const digits = [...runs.join('')].map(escape).join('[ .-]?')
  // The number of a taxpayer of the Union begins with the country.
  return /^\d{9}$/.test(code) ? `(?:PT ?)?${digits}` : digits
}

function phonePattern(phone: string): string {
  const digits = phone.replace(/\D/g, '')
  const national = digits.startsWith('351') && digits.length === 12 ? digits.slice(3) : digits
  if (national.length < shortestCode) return ''
  return `(?:[+]?(?:00)?[ ]?351[ .-]?)?${[...national].join('[ .-]?')}`
}

function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
