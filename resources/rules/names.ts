import { lazy } from './once.ts'
import { joinList } from './plural.ts'
import type { TextRule } from './text-rule.ts'

export type Gender = 'm' | 'f'

/**
 * Capitalises a name typed in upper or lower case, with particles in lower case: `MARIA D'OREY E SANT'ANA` →
 * `Maria D'Orey e Sant'Ana`. Words in mixed case (`McCartney`) are not changed.
 */
export function titleCase(name: string): string {
  return wordsOf(name)
    .map((word, index) => {
      if (index > 0 && particles.has(word.toLowerCase())) return word.toLowerCase()
      if (/^[IVX]{2,}$/.test(word)) return word
      const isMixed = word !== word.toUpperCase() && word !== word.toLowerCase()
      return isMixed ? word : capitaliseParts(word.toLowerCase())
    })
    .join(' ')
}

/** Returns the first name and the last surname: `Maria João da Silva Gonçalves Júnior` → `Maria Gonçalves`. */
export function shortName(name: string): string {
  const { first, last } = endsOf(name)
  return last ? `${first} ${last}` : first
}

/** Returns the first name, without titles such as `Dr.`, for greetings. */
export function firstName(name: string): string {
  return endsOf(name).first
}

/** Returns the first name and the initial of the last surname, `Maria G.`: recognisable without identifying the person. */
export function reducedName(name: string): string {
  const { first, last } = endsOf(name)
  return last ? `${first} ${initialOf(last)}.` : first
}

/** Returns one or two initials in capitals, for avatars: `MG`. */
export function initials(name: string): string {
  const { first, last } = endsOf(name)
  return initialOf(first) + initialOf(last)
}

/** Returns the greeting of an informal letter: `Caro Rui`, `Cara Ana`, or `Olá, Ariel` when the gender is unknown. */
export function greeting(name: string, gender?: Gender): string {
  return `${gender ? `Car${inflected(gender)}` : 'Olá,'} ${firstName(name)}`
}

/** Returns the greeting of several people: `Caros Rui e Ana`, `Caras Ana e Zita`, or `Olá, Ariel e Rui` when a gender is unknown. */
export function jointGreeting(people: readonly { name: string; gender?: Gender | undefined }[]): string {
  const names = joinList(people.map(({ name }) => firstName(name)))
  if (people.some(({ gender }) => gender === undefined)) return `Olá, ${names}`
  return `Car${people.every(({ gender }) => gender === 'f') ? 'as' : 'os'} ${names}`
}

/** Returns the salutation of a formal letter: `Exmo. Senhor`, `Exma. Senhora`, or `Exmo.(a) Senhor(a)`. */
export function formalGreeting(gender?: Gender | 'legal'): string {
  if (gender === 'legal') return 'Exmos. Senhores'
  if (gender === 'm') return 'Exmo. Senhor'
  return gender === 'f' ? 'Exma. Senhora' : 'Exmo.(a) Senhor(a)'
}

/** Compares names in Portuguese alphabetical order, numbers by value; accents only decide between equal letters. */
export function compareNames(one: string, other: string): number {
  return collator().compare(one, other)
}

/** Returns a new list sorted by name. */
export function sortByName<T>(items: readonly T[], nameOf: (item: T) => string): T[] {
  return [...items].sort((one, other) => collator().compare(nameOf(one), nameOf(other)))
}

const collator = lazy(() => new Intl.Collator('pt-PT', { numeric: true }))
const particles = new Set(['de', 'da', 'do', 'das', 'dos', 'e'])
const lineage = new Set(['júnior', 'junior', 'jr.', 'jr', 'filho', 'neto', 'sobrinho'])
const title = /^(d|dr|dra|eng|arq|prof|sr|sra|pe)\.[ºª]?$/i

function wordsOf(name: string): string[] {
  return name.normalize('NFC').split(/\s+/).filter(Boolean)
}

function endsOf(name: string): { first: string; last: string } {
  const all = wordsOf(name)
  const untitled = all.filter((word) => !title.test(word))
  const words = (untitled.length > 0 ? untitled : all).filter((word) => !particles.has(word.toLowerCase()))
  // Suffixes such as Júnior follow the surname, unless they are the only one.
  while (words.length > 2 && lineage.has(words.at(-1)!.toLowerCase())) words.pop()
  return { first: words[0] ?? '', last: words.length > 1 ? words.at(-1)! : '' }
}

function capitaliseParts(word: string): string {
  return word.replace(
    /(^|[-'’])(\p{L})/gu,
    (_, before: string, letter: string) => before + letter.toUpperCase(),
  )
}

function initialOf(word: string): string {
  return (/\p{L}|\p{N}/u.exec(word)?.[0] ?? '').toUpperCase()
}

function inflected(gender: Gender | undefined): string {
  if (gender === 'm') return 'o'
  return gender === 'f' ? 'a' : 'o(a)'
}

/** Name of a natural or legal person: 2 to 200 characters with at least one letter. */
export const personName: TextRule = {
  normalize: (input) =>
    input
      .normalize('NFC')
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .replace(/\p{Cf}/gu, '')
      .trim(),
  problem(value) {
    if (value.length < 2 || !/\p{L}/u.test(value)) return 'Indique o nome completo.'
    return value.length > 200 ? 'O nome tem no máximo 200 caracteres.' : undefined
  },
  format: (value) => value,
}
