import type { Target } from './targets.ts'
import { programs, unreadable } from './programs.ts'
import { plainTitle } from './targets.ts'
import type { Cells } from '../read/table.ts'
import { isBlank } from './read-values.ts'

/** A column of the file. `found` says how its meaning was found. */
export interface FoundColumn {
  name: string
  samples: string[]
  found: 'title' | 'cells' | 'earlier' | null
}

/** Index of a column, as text → name of a target. */
export type Mapping = Record<string, string>

/** Rows that are searched for the titles: lists have a name of the organisation, a date or merged cells above them. */
export const headRows = 40

interface Row {
  place: number
  cells: Cells
}

/**
 * The place of the row with the titles: that with most known titles, else the first row of texts that all later rows are as wide as. 0 when
 * the first row has values already.
 */
export function findHeader(rows: readonly Row[], targets: readonly Target[]): number {
  const titles = new Set([...targets.flatMap((one) => one.titles), ...programTitles.keys()])
  const scored = rows.slice(0, headRows).map(({ place, cells }) => ({
    place,
    known: new Set(cells.map(titleOf).filter((title) => titles.has(title))).size,
  }))
  const best = scored.toSorted((one, other) => other.known - one.known || one.place - other.place)[0]
  if (best && best.known >= 2) return best.place
  const width = Math.max(...rows.slice(0, headRows).map(({ cells }) => cells.length), 1)
  const first = rows.find(({ cells }) => cells.filter(Boolean).length >= Math.max(1, width - 1))
  const looksLikeValues = first?.cells.some(
    (cell) => /\d/.test(cell) || targets.some(({ test }) => test?.(cell)),
  )
  if (best && best.known === 1 && first?.place === best.place) return best.place
  return first && !looksLikeValues && rows.length > 1 ? first.place : 0
}

/** Titles without the number of a repeated column: `Telefone 2`; years stay: `Quota 2023`. */
function titleOf(title: string): string {
  return plainTitle(title).replace(/ \d$/, '')
}

/** The columns of a table below its titles, with texts of the first rows. */
export function describeColumns(rows: readonly Row[], headerRow: number): FoundColumn[] {
  const header = rows.find(({ place }) => place === headerRow)?.cells ?? []
  const below = rows.filter(({ place }) => place > headerRow).map(({ cells }) => cells)
  const width = Math.max(header.length, ...below.map((cells) => cells.length), 0)
  return Array.from({ length: width }, (_, index) => {
    const values = below.map((cells) => cells[index] ?? '').filter((cell) => !isBlank(cell))
    return {
      name: header[index]?.replaceAll(/\s+/g, ' ').slice(0, 150) || `Coluna ${index + 1}`,
      samples: [...new Set(values)].slice(0, 5).map((value) => value.slice(0, 80)),
      found: null,
    }
  })
}

/** Share of the cells that must look like a value. */
const enough = 0.8

/** Folded titles of other programs, with the targets in each. */
const programTitles = Map.groupBy(
  Object.entries(programs).flatMap(([program, columns]) =>
    Object.entries(columns).flatMap(([name, titles]) =>
      titles.map((title) => ({ program, name, title: plainTitle(title) })),
    ),
  ),
  ({ title }) => title,
)

/** Titles of a program that a file must have to be one of its exports, none of which is a title of our own; fewer when it has nearly all columns. */
const tellingTitles = 4
const fewTellingTitles = 2
const nearlyAll = 10

function columnsOf(program: string): number {
  return Object.keys(programs[program] ?? {}).length
}

/** What the titles mean in the program whose export the file is; undefined for other files. */
function readProgram(columns: readonly FoundColumn[], targets: readonly Target[]) {
  const own = new Set(targets.flatMap(({ titles }) => titles))
  const names = new Set(targets.map(({ name }) => name))
  const known = columns
    .flatMap(({ name }) => programTitles.get(plainTitle(name)) ?? [])
    .filter(({ name }) => names.has(name))
  const byProgram = [...Map.groupBy(known, ({ program }) => program)].map(([program, found]) => ({
    program,
    count: new Set(found.map(({ name }) => name)).size,
    foreign: found.filter(({ title }) => !own.has(title)).length,
  }))
  const [best] = byProgram.toSorted((one, other) => other.count - one.count)
  if (
    !best ||
    best.foreign <
      (best.count >= Math.min(nearlyAll, columnsOf(best.program)) ? fewTellingTitles : tellingTitles)
  )
    return undefined
  return (title: string) => programTitles.get(title)?.find(({ program }) => program === best.program)?.name
}

/** Why an export of another program is not read, with what to export instead; undefined of other files. */
export function unreadableProblem(columns: readonly FoundColumn[]): string | undefined {
  const names = new Set(columns.map(({ name }) => plainTitle(name)))
  return unreadable.find(({ titles }) => titles.every((title) => names.has(plainTitle(title))))?.message
}

/** Finds what the columns have: in an export of a known program by its titles, else by their titles, then by their cells. Each target is that of one column. */
export function findMapping(
  columns: readonly FoundColumn[],
  rows: readonly Row[],
  { targets, headerRow }: { targets: readonly Target[]; headerRow: number },
): { mapping: Mapping; columns: FoundColumn[] } {
  const below = rows.filter(({ place }) => place > headerRow)
  const valuesOf = (index: number) =>
    below.map(({ cells }) => cells[index] ?? '').filter((cell) => !isBlank(cell))
  const looksLike = (index: number, { test }: Target) => {
    const values = valuesOf(index)
    return (
      !!test && values.length > 0 && values.filter((value) => test(value)).length >= enough * values.length
    )
  }
  const mapping: Mapping = {}
  const taken = new Set<string>()
  const found = new Map<number, FoundColumn['found']>()
  const take = (index: number, { name }: Target, how: FoundColumn['found']) => {
    mapping[String(index)] = name
    taken.add(name)
    found.set(index, how)
  }
  const inProgram = readProgram(columns, targets)
  for (const [index, { name }] of columns.entries()) {
    const meant = inProgram?.(plainTitle(name))
    const target = targets.find((one) => one.name === meant && !taken.has(one.name))
    if (target) take(index, target, 'title')
  }
  for (const exact of [true, false])
    for (const [index, { name }] of columns.entries()) {
      if (found.has(index)) continue
      const title = exact ? plainTitle(name) : titleOf(name)
      const named = targets.filter((one) => !taken.has(one.name) && one.titles.includes(title))
      // The label of a field says more than a synonym; of several synonyms, the cells decide.
      const chosen =
        named.find(({ titles }) => titles[0] === title && named.length > 0) ??
        named.find((one) => looksLike(index, one)) ??
        named.find(({ test }) => !test || valuesOf(index).length === 0) ??
        named[0]
      if (chosen) take(index, chosen, 'title')
    }
  for (const index of columns.keys()) {
    if (found.has(index)) continue
    const likely = targets.find(
      (one) => !taken.has(one.name) && tellingTests.has(one.name) && looksLike(index, one),
    )
    if (likely && valuesOf(index).length >= 2) take(index, likely, 'cells')
  }
  return {
    mapping,
    columns: columns.map((column, index) => ({ ...column, found: found.get(index) ?? null })),
  }
}

/** Targets whose cells no other column has: dates and amounts could be anything. */
const tellingTests = new Set(['nif', 'email', 'iban', 'postalCode', 'mobile', 'phone', 'gender'])

/** Title of the column of a file of refused rows that says why. */
export const reasonTitle = 'Porque não entrou'

/** Identifies files with the same columns: that of reasons does not count. */
export function signatureOf(columns: readonly FoundColumn[]): string {
  return columns
    .filter(({ name }) => name !== reasonTitle)
    .map(({ name }) => plainTitle(name))
    .join('|')
}
