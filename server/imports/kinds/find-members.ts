import { isDate } from '@agremia/resources/rules/dates.ts'
import { foldText } from '@agremia/resources/rules/fold.ts'
import { nif as nifRule } from '@agremia/resources/rules/identity-numbers.ts'
import type { Querying } from '../../database/querying.ts'
import type { RowOf } from '../../database/sql.ts'
import { many, sql } from '../../database/sql.ts'
import { foldedSql } from '../../database/fold.ts'

/** A person with the latest membership. */
export type FoundPerson = RowOf<typeof personShape>
const personShape = {
  personId: 'uuid',
  memberId: 'uuid?',
  memberNumber: 'integer?',
  name: 'text',
  folded: 'text',
  nif: 'text?',
  birthDate: 'day?',
} as const

export interface Found {
  byNumber: ReadonlyMap<number, FoundPerson>
  byNif: ReadonlyMap<string, FoundPerson>
  /** By folded name and birth date. */
  byNameAndBirth: ReadonlyMap<string, FoundPerson[]>
  /** Members by folded name. */
  byName: ReadonlyMap<string, FoundPerson[]>
}

interface Wanted {
  numbers: readonly number[]
  nifs: readonly string[]
  /** Names with a birth date. */
  births: readonly { name: string; birthDate: string }[]
  names?: readonly string[]
}

const columns = sql`p.id AS "personId", m.id AS "memberId", m.member_number AS "memberNumber", p.name, ${foldedSql(sql`p.name`)} AS folded, p.nif, p.birth_date AS "birthDate"`
const latest = sql`LEFT JOIN LATERAL (SELECT id, member_number FROM members WHERE person_id = p.id ORDER BY admission_date DESC, id DESC LIMIT 1) m ON true`

/** Finds people by member number, by NIF, by name and birth date, and by name alone: one statement for each that is wanted. */
export async function findPeople(
  db: Querying,
  { numbers, nifs, births, names = [] }: Wanted,
): Promise<Found> {
  const [byNumber, byNif, byBirth, byName] = await Promise.all([
    numbers.length === 0
      ? []
      : many(
          db,
          sql`SELECT ${columns} FROM members m JOIN people p ON p.id = m.person_id WHERE m.member_number = ANY(${numbers}::integer[])`,
          personShape,
        ),
    nifs.length === 0
      ? []
      : many(
          db,
          sql`SELECT ${columns} FROM people p ${latest} WHERE p.nif = ANY(${nifs}::text[])`,
          personShape,
        ),
    births.length === 0
      ? []
      : many(
          db,
          sql`SELECT ${columns} FROM people p ${latest} WHERE p.birth_date = ANY(${births.map(({ birthDate }) => birthDate)}::date[])`,
          personShape,
        ),
    names.length === 0
      ? []
      : many(
          db,
          // The search text begins with the name, and has an index.
          sql`SELECT ${columns} FROM unnest(${[...new Set(names.map(foldText))]}::text[]) AS wanted (name)
              JOIN people p ON p.search_text LIKE ' ' || wanted.name || '%' AND ${foldedSql(sql`p.name`)} = wanted.name ${latest} WHERE m.id IS NOT NULL`,
          personShape,
        ),
  ])
  return {
    byNumber: new Map(byNumber.map((one) => [Number(one.memberNumber), one])),
    byNif: new Map(byNif.map((one) => [String(one.nif), one])),
    byNameAndBirth: Map.groupBy(byBirth, (one) => nameAndBirth(one.folded, String(one.birthDate))),
    byName: Map.groupBy(byName, ({ folded }) => folded),
  }
}

export function nameAndBirth(name: string, birthDate: string): string {
  return `${foldText(name)} ${birthDate}`
}

/** The NIF of a cell, without spaces; undefined when its form is wrong. */
export function nifIn(text: unknown): string | undefined {
  const value = nifRule.normalize(String(text ?? ''))
  return /^\d{9}$/.test(value) ? value : undefined
}

export function numberIn(text: unknown): number | undefined {
  const digits = String(text ?? '').replaceAll(/[.\s]/g, '')
  return /^\d{1,9}$/.test(digits) ? Number(digits) : undefined
}

export function dateIn(text: unknown): string | undefined {
  return typeof text === 'string' && isDate(text) ? text : undefined
}

/** Titles and particles, which are no part of a name. */
const noNames = /^(d[aeo]s?|e|d|dr|dra|sr|sra|eng|prof|arq|dom|dona)$/

function wordsOf(folded: string): string[] {
  const words = folded.split(' ')
  const names = words.filter((word) => !noNames.test(word))
  return names.length > 0 ? names : words
}

/**
 * Whether a name is that of somebody else: with another given name. It may be abbreviated (`M. Silva`, `Mª Silva`), stand after the family name,
 * or be missing.
 */
export function isOtherName({ folded }: Pick<FoundPerson, 'folded'>, name: string): boolean {
  const [known, given] = [wordsOf(folded), wordsOf(foldText(name))]
  const [one = '', other = ''] = [known[0], given[0]]
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  const isSame = short === long || (short.length < 3 && long.startsWith(short))
  const isInAnotherOrder = known.includes(other) && (given.length === 1 || given.includes(one))
  return other !== '' && !isSame && !isInAnotherOrder
}

/** `«Ana Silva» (n.º 12)` */
export function nameOf({ name, memberNumber }: FoundPerson): string {
  return memberNumber === null ? `«${name}»` : `«${name}» (n.º ${memberNumber})`
}
