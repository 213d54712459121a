import { referenceBase } from '@agremia/resources/define-resource.ts'
import type { Field } from '@agremia/resources/fields.ts'
import { formatDateTime } from '@agremia/resources/rules/dates.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { textFormatOf } from '@agremia/resources/validate.ts'
import type { CellKind, TableColumn } from '../files/table.ts'
import { toJson } from './codec.ts'
import type { Column } from './plan.ts'

/** A column of an exported file: the index of its value in the row, and its conversion to text. */
export interface ExportColumn extends TableColumn {
  index: number
  cell: (raw: string) => string | null
}

interface Words {
  terminology: Terminology
  timeZone: string
}

/** Key of the column that is exported for a field. */
export function columnKey(name: string, field: Field): string {
  return field.reference ? `${referenceBase(name)}Label` : name
}

/** The exported form of a field: references by label, codes by their text, timestamps in the organisation's time zone. */
export function exportColumn(
  name: string,
  field: Field,
  columns: readonly Column[],
  words: Words,
): ExportColumn {
  const key = columnKey(name, field)
  const index = columns.findIndex((column) => column.key === key)
  const label = fillTerms(field.label, words.terminology)
  const kind = kindOf(field)
  const isStrip = field.column === 'json' && field.options !== undefined
  const width = Math.min(60, Math.max(widthOf(field, kind), label.length + 4))
  return {
    label,
    kind,
    width,
    ...(isStrip && { isStrip }),
    index,
    cell: cellOf(field, columns[index] as Column, words),
  }
}

function kindOf(field: Field): CellKind {
  if (field.reference) return 'text'
  switch (field.type) {
    case 'int32':
      return 'integer'
    case 'float32':
      return 'money'
    case 'date':
    case 'datetime':
      return field.type
    default:
      return 'text'
  }
}

function cellOf(field: Field, column: Column, words: Words): ExportColumn['cell'] {
  if (field.reference) return (raw) => raw
  if (field.type === 'image') return () => yes
  if (field.computed) return (raw) => computedCell(JSON.parse(column.toJson(raw)), field, words)
  switch (field.column) {
    case 'boolean':
      return (raw) => (raw === 't' ? yes : no)
    case 'cents':
      return toJson.cents
    case 'instant':
      return (raw) => localMoment(JSON.parse(toJson.instant(raw)) as string, words.timeZone)
    case 'list':
      return (raw) => (JSON.parse(raw) as string[]).map(optionLabel(field, words.terminology)).join(', ')
    case 'json':
      return codesCell(field, words.terminology)
    case 'text':
      return textCell(field, words.terminology)
    default:
      return (raw) => raw
  }
}

const yes = 'Sim'
const no = 'Não'

/** `2025: paga, 2026: em dívida` for an object of codes; other objects as JSON. */
function codesCell(field: Field, terminology: Terminology): ExportColumn['cell'] {
  if (!field.options) return (raw) => raw
  const word = optionLabel(field, terminology)
  return (raw) =>
    Object.entries(JSON.parse(raw) as Record<string, string>)
      .map(([name, code]) => `${name}: ${word(code)}`)
      .join(', ')
}

function textCell(field: Field, terminology: Terminology): ExportColumn['cell'] {
  if (field.options) return optionLabel(field, terminology)
  // Stored as +351912345678, which a spreadsheet would show as 3,51912E+11.
  if (['country', 'phone', 'contact'].some((rule) => field.rules.includes(rule))) return textFormatOf(field)
  return (raw) => raw
}

function optionLabel(field: Field, terminology: Terminology): (code: string) => string {
  const labels = new Map(field.options?.map(({ value, label }) => [value, fillTerms(label, terminology)]))
  return (code) => labels.get(code) ?? code
}

/** A computed value, from its wire form. */
function computedCell(value: unknown, field: Field, words: Words): string | null {
  if (value === null) return null
  if (typeof value === 'boolean') return value ? yes : no
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value === 'object') return JSON.stringify(value)
  const text = String(value)
  return field.type === 'datetime'
    ? localMoment(text, words.timeZone)
    : optionLabel(field, words.terminology)(text)
}

/** `2026-03-07T14:05` in the organisation's time zone. */
function localMoment(iso: string, timeZone: string): string {
  const shown = formatDateTime(iso, timeZone)
  return `${shown.slice(6, 10)}-${shown.slice(3, 5)}-${shown.slice(0, 2)}T${shown.slice(11)}`
}

function widthOf(field: Field, kind: CellKind): number {
  if (kind !== 'text') return { integer: 10, money: 13, date: 12, datetime: 17 }[kind]
  if (field.column === 'boolean') return 8
  if (field.inputType === 'textarea') return 40
  // References to people have the longest labels.
  if (field.reference) return field.reference === 'members' || field.reference === 'people' ? 30 : 22
  if (field.options) return 16
  const longest = Number(
    /^max:(\d+)$/.exec(field.rules.find((rule) => rule.startsWith('max:')) ?? '')?.[1] ?? 20,
  )
  return Math.max(8, Math.min(longest + 2, 32))
}
