import { either, oneOf, orNull } from '@agremia/resources/json-shape.ts'
import {
  type ReportCell,
  reportCellTypes,
  type ReportColumn,
  type ReportTable,
} from '@agremia/resources/report-table.ts'

const valueShape = either(orNull('text'), 'number')

/** A line that two tables of one report do not have in common, for answers: `kept` and `now` are the values of each column that differs. */
export const tableChangeShape = {
  section: 'text?',
  label: 'text',
  kind: oneOf(['added', 'removed', 'changed']),
  cells: [{ column: 'text', type: oneOf(reportCellTypes), kept: valueShape, now: valueShape }],
} as const

interface CellChange {
  column: string
  type: ReportColumn['type']
  kept: ReportCell['value']
  now: ReportCell['value']
}

interface TableChange {
  section: string | null
  label: string
  kind: 'added' | 'removed' | 'changed'
  cells: CellChange[]
}

interface Line {
  section: string | null
  label: string
  /** By the names of the columns. */
  values: Map<string, ReportCell['value']>
}

/** Compares two tables of one report by line, in the order of the first one, then the lines that only the second one has. */
export function compareTables(kept: ReportTable, now: ReportTable): TableChange[] {
  const columns = new Map([...kept.columns, ...now.columns].map((column) => [column.name, column]))
  columns.delete('label')
  const [before, after] = [linesOf(kept), linesOf(now)]
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key): TableChange[] => {
    const [one, other] = [before.get(key), after.get(key)]
    const cells = [...columns.values()].flatMap(({ name, label, type }): CellChange[] => {
      const [from, to] = [one?.values.get(name) ?? null, other?.values.get(name) ?? null]
      return isSame(from, to) ? [] : [{ column: label, type, kept: from, now: to }]
    })
    const { section, label } = (one ?? other) as Line
    if (cells.length === 0) return []
    return [{ section, label, kind: !one ? 'added' : !other ? 'removed' : 'changed', cells }]
  })
}

/** An amount that is absent, as of a category that nobody had, is the same as zero. */
function isSame(one: ReportCell['value'], other: ReportCell['value']): boolean {
  return one === other || (!one && !other)
}

/** The lines by their identity: section, label, and position among lines with the same label. */
function linesOf({ columns, sections, total }: ReportTable): Map<string, Line> {
  const lines = new Map<string, Line>()
  const add = (section: string | null, isTotal: boolean, row: readonly ReportCell[]) => {
    const label = String(row[0]?.value ?? '')
    const values = new Map(columns.map(({ name }, index) => [name, row[index]?.value ?? null]))
    let place = 0
    const keyOf = () => JSON.stringify([section, isTotal, label, place])
    while (lines.has(keyOf())) place++
    lines.set(keyOf(), { section, label, values })
  }
  for (const section of sections) {
    for (const row of section.rows) add(section.title, false, row)
    if (section.total) add(section.title, true, section.total)
  }
  if (total) add(null, true, total)
  return lines
}
