import type { FieldDescriptor, FieldMap } from '@agremia/resources/descriptor.ts'
import type { FaceText } from '../../fields/field-face.ts'
import type { Drawing } from './reading.ts'

/** What a screen says of a column: another cell for a field, or a column that is no field. */
export interface ColumnSetup extends Partial<Drawing> {
  /** A field's name, or a name of its own. */
  name: string
  label?: string
  /** In rem. */
  width?: number
  /** In rem: it is given what room there is until it is as wide as this, before others grow. */
  wish?: number
  align?: 'start' | 'end'
  /** As wide as it says, however much room there is. */
  isFixed?: boolean
  /** Shown until somebody chooses; fields say it themselves. */
  listed?: boolean
  /** The screen draws the field, though no form does. */
  isDrawn?: boolean
}

export interface ListColumn {
  id: string
  label: string
  field: FieldDescriptor | undefined
  Cell: Drawing['Cell'] | undefined
  /** The fields that its cells read; undefined where that is not known. */
  reads: readonly string[] | undefined
  width: number
  wish: number | undefined
  align: 'start' | 'end'
  isFixed: boolean
  listed: boolean
  isDrawn: boolean
  sortable: boolean
}

/** Columns narrower or wider than this serve nobody, in rem. */
export const narrowestColumn = 3
export const widestColumn = 40

/** What badges wish for: the names of states are hardly longer. */
const roomForBadges = 13

/** What people's names wish for, with a face before them: few are longer. */
export const roomForNames = 19

/**
 * All columns that a list can show: first the screen's, in its order, then the other fields. `faceOf` says how wide
 * they are and where their words stand.
 */
export function listColumns(
  fields: FieldMap,
  faceOf: (field: FieldDescriptor) => FaceText | undefined,
  setups: readonly ColumnSetup[] = [],
): ListColumn[] {
  const columnOf = (field: FieldDescriptor | undefined, setup: ColumnSetup) =>
    listColumn(field, field && faceOf(field), setup)
  const named = new Set(setups.map(({ name }) => name))
  const rest = Object.values(fields).filter((field) => !named.has(field.name))
  return [
    ...setups
      .filter(({ name, Cell }) => fields[name] !== undefined || Cell)
      .map((setup) => columnOf(fields[setup.name], setup)),
    ...rest.map((field) => columnOf(field, { name: field.name })),
  ].filter(isOffered)
}

function listColumn(
  field: FieldDescriptor | undefined,
  face: FaceText | undefined,
  setup: ColumnSetup,
): ListColumn {
  return {
    id: setup.name,
    label: setup.label ?? field?.label ?? setup.name,
    field,
    Cell: setup.Cell,
    reads: setup.Cell ? setup.reads : [setup.name],
    width: setup.width ?? face?.width ?? 8,
    wish: setup.wish ?? (field?.badge ? roomForBadges : undefined),
    align: setup.align ?? face?.align ?? 'start',
    isFixed: setup.isFixed ?? false,
    listed: setup.listed ?? (field ? field.listed === true : true),
    isDrawn: setup.isDrawn ?? field?.hidden !== true,
    sortable: field?.sortable ?? false,
  }
}

/** Names and amounts are read first, so they are dark; codes and dates are light. */
export function isInk({ field }: Pick<ListColumn, 'field'>): boolean {
  const isName = ['members', 'people'].includes(field?.reference ?? '') || field?.name === 'recipientName'
  return isName || field?.inputType === 'money'
}

/** Digits stand under each other; in words they would pull the hyphens apart. */
export function isDigits({ field, align }: Pick<ListColumn, 'field' | 'align'>): boolean {
  return align === 'end' || ['date', 'datetime', 'phone', 'nif', 'iban'].includes(field?.inputType ?? '')
}

interface Asking {
  isShown: (id: string) => boolean
  /** What else the screen reads. */
  others: readonly (readonly string[] | undefined)[]
}

/**
 * The fields to ask for, in alphabetical order: what the usual columns and those in sight read, so that nothing is asked
 * again when one is put away, and what else the screen reads. Undefined, all of them, where somebody may read any.
 */
export function askedColumns(
  fields: FieldMap,
  columns: readonly ListColumn[],
  { isShown, others }: Asking,
): string[] | undefined {
  const drawn = columns.filter(({ id, listed }) => listed || isShown(id))
  const names = new Set<string>()
  for (const reads of [...drawn.map((column) => column.reads), ...others]) {
    if (!reads) return undefined
    for (const name of reads) if (fields[name]) names.add(name)
  }
  return [...names].toSorted()
}

function isOffered({ field, isDrawn }: ListColumn): boolean {
  return !field || (isDrawn && !field.detail && field.inputType !== 'password' && field.inputType !== 'image')
}
