import type { Cents } from '@agremia/resources/rules/amount.ts'
import { foldText } from '@agremia/resources/rules/fold.ts'
import type { StatementLine } from './statement-lines.ts'

/** What identifies a line among those of its day and amount. */
export type LineTexts = Pick<
  StatementLine,
  'description' | 'counterpartName' | 'counterpartIban' | 'reference'
>

/** An entry of the bank that an earlier file brought. */
export interface StoredEntry {
  date: string
  amount: Cents
  /** Number of the entry among those of the day with the same amount, from 1. */
  ordinal: number
  /** Of the file; files of one layout have the same texts for an entry. */
  layout: string
  /** One of each line: an entry with several transactions has several. */
  texts: LineTexts[]
}

export interface Entry<Line extends StatementLine> {
  lines: Line[]
  ordinal: number
  isKnown: boolean
}

/** More pairs than that are matched in their order: no bank has so many equal amounts on a day. */
const maxPairs = 250_000

/**
 * The entries of a file, each with whether an earlier file has it. Entries of the same day and amount are the same when their texts are, as often as
 * both files have them, in any order. Files of other layouts write other texts: there each entry is the stored one that is most alike, unless name
 * or account contradict it. `doubtful` counts new entries that are the same as a stored one but for the texts.
 */
export function findKnownEntries<Line extends StatementLine>(
  lines: readonly Line[],
  layout: string,
  stored: readonly StoredEntry[],
): { entries: Entry<Line>[]; doubtful: number } {
  const entries = entriesOf(lines)
  const storedByKey = Map.groupBy(stored, ({ date, amount }) => keyOf(date, amount))
  let doubtful = 0
  for (const [key, own] of Map.groupBy(entries, ({ lines: [line] }) =>
    keyOf(line?.date ?? '', line?.entryAmount ?? 0),
  )) {
    const there = storedByKey.get(key) ?? []
    const known = matched(
      own.map((entry) => entry.lines),
      layout,
      there,
    )
    let last = Math.max(0, ...there.map(({ ordinal }) => ordinal))
    for (const [index, entry] of own.entries()) {
      const same = known.get(index)
      entry.isKnown = same !== undefined
      entry.ordinal = same?.ordinal ?? (last += 1)
    }
    const taken = new Set(known.values())
    const left = there.filter((one) => !taken.has(one) && hasLayout(one, layout)).length
    doubtful += Math.min(left, own.length - known.size)
  }
  return { entries, doubtful }
}

const keyOf = (date: string, amount: Cents) => `${date} ${amount}`

/** The lines of each entry, which follow each other. */
function entriesOf<Line extends StatementLine>(lines: readonly Line[]): Entry<Line>[] {
  const entries: Entry<Line>[] = []
  for (const line of lines)
    if (line.part === 1) entries.push({ lines: [line], ordinal: 0, isKnown: false })
    else entries.at(-1)?.lines.push(line)
  return entries
}

/** Files before the layout of CSV files was stored may have any. */
function hasLayout(stored: StoredEntry, layout: string): boolean {
  return stored.layout === layout || (stored.layout === 'csv' && layout.startsWith('csv'))
}

/** The stored entry of each given one that is known, by its index. */
function matched(
  given: readonly (readonly LineTexts[])[],
  layout: string,
  there: readonly StoredEntry[],
): Map<number, StoredEntry> {
  const found = new Map<number, StoredEntry>()
  const free = new Set(there)
  const take = (index: number, one: StoredEntry) => {
    found.set(index, one)
    free.delete(one)
  }
  const byText = Map.groupBy(there, ({ texts }) => identityOf(texts))
  for (const [index, texts] of given.entries()) {
    const same = byText.get(identityOf(texts))?.shift()
    if (same) take(index, same)
  }
  const open = given.map((texts, index) => ({ texts, index })).filter(({ index }) => !found.has(index))
  const others = [...free].filter((one) => !hasLayout(one, layout))
  const isFew = open.length * others.length <= maxPairs
  const pairs = open.flatMap(({ texts, index }, place) =>
    (isFew ? others : others.slice(place, place + 1)).flatMap((one) => {
      const likeness = likenessOf(texts, one.texts)
      return likeness === undefined ? [] : [{ index, one, likeness }]
    }),
  )
  for (const { index, one } of pairs.toSorted((a, b) => b.likeness - a.likeness))
    if (!found.has(index) && free.has(one)) take(index, one)
  return found
}

const besides = ['counterpartName', 'counterpartIban', 'reference'] as const

function identityOf(texts: readonly LineTexts[]): string {
  return JSON.stringify(
    texts.map(({ description, ...rest }) => [foldText(description), ...besides.map((name) => rest[name])]),
  )
}

/** How many words two entries have in common; undefined when their accounts or names contradict each other. */
function likenessOf(one: readonly LineTexts[], other: readonly LineTexts[]): number | undefined {
  const valuesOf = (texts: readonly LineTexts[], name: (typeof besides)[number]) =>
    texts.flatMap((each) => each[name] ?? [])
  const wordsOf = (texts: readonly string[]) => new Set(foldText(texts.join(' ')).split(' ').filter(Boolean))
  const common = (mine: ReadonlySet<string>, theirs: ReadonlySet<string>) => mine.intersection(theirs).size
  const contradict = (mine: ReadonlySet<string>, theirs: ReadonlySet<string>) =>
    mine.size > 0 && theirs.size > 0 && common(mine, theirs) === 0
  const namesOf = (texts: readonly LineTexts[]) => wordsOf(valuesOf(texts, 'counterpartName'))
  const ibansOf = (texts: readonly LineTexts[]) => new Set(valuesOf(texts, 'counterpartIban'))
  if (contradict(namesOf(one), namesOf(other)) || contradict(ibansOf(one), ibansOf(other))) return undefined
  const allOf = (texts: readonly LineTexts[]) =>
    wordsOf(
      texts.flatMap(({ description, ...rest }) => [
        description,
        ...besides.flatMap((name) => rest[name] ?? []),
      ]),
    )
  return common(allOf(one), allOf(other))
}
