import type { FieldName } from '../../api/client.ts'
import type { FieldDescriptor, FieldMap } from '@agremia/resources/descriptor.ts'
import type { FaceText } from '../../fields/field-face.ts'
import type { Drawing } from './reading.ts'
import type { ColumnArrangement } from './list-state.ts'

/** A screen's settings of a column: a custom cell of a field, or a column without a field. */
export interface ColumnSetup<Name extends string = string> extends Partial<Drawing<Name>> {
  /** A field's name, or another id. */
  name: FieldName<Name> | 'created_at' | 'strip'
  label?: string
  /** Before a numeric title of a card; default: the label. */
  cardLabel?: string
  /** In rem. */
  width?: number
  /** In rem: grows to this width before other columns grow. */
  preferredWidth?: number
  align?: 'start' | 'end'
  /** Does not grow. */
  isFixed?: boolean
  /** Visible by default; fields have their own default. */
  listed?: boolean
  /** Shown although the field is hidden in forms. */
  isDrawn?: boolean
  /** Does not give way to others where the window is narrow; names, amounts and states never do. */
  stays?: boolean
}

export interface ListColumn {
  id: string
  label: string
  cardLabel: string | undefined
  field: FieldDescriptor | undefined
  Cell: Drawing['Cell'] | undefined
  /** Fields that the cell reads; undefined: any. */
  reads: readonly string[] | undefined
  width: number
  preferredWidth: number | undefined
  align: 'start' | 'end'
  isFixed: boolean
  listed: boolean
  isDrawn: boolean
  stays: boolean
  sortable: boolean
}

/** Limits of the column width, in rem. */
export const narrowestColumn = 3
export const widestColumn = 40

/** Of the head of a column. */
const remOfLetter = 0.45

/** Preferred width of badges, in rem: fits almost all names of states. */
const roomForBadges = 13

/** Preferred width of people's names, in rem: fits most of them. */
const roomForNames = 15

/** Preferred width of people's names with a photo, in rem. */
export const nameColumnWidth = 19

/**
 * All columns of a list: the screen's, in its order, then the other fields. `faceOf` gives default width and
 * alignment.
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
  const label = setup.label ?? field?.label ?? setup.name
  // A tick is narrower than what it says.
  const headWidth = field?.inputType === 'checkbox' ? remOfLetter * label.length + 1 : 0
  return {
    id: setup.name,
    label,
    cardLabel: setup.cardLabel,
    field,
    Cell: setup.Cell,
    reads: setup.Cell ? setup.reads : [setup.name],
    width: setup.width ?? Math.max(face?.width ?? 8, headWidth),
    preferredWidth:
      setup.preferredWidth ?? (field?.badge ? roomForBadges : isName(field) ? roomForNames : undefined),
    align: setup.align ?? face?.align ?? 'start',
    isFixed: setup.isFixed ?? false,
    listed: setup.listed ?? (field ? field.listed === true : true),
    isDrawn: setup.isDrawn ?? field?.hidden !== true,
    stays: setup.stays ?? (isInk({ field }) || field?.badge === true),
    sortable: field?.sortable ?? false,
  }
}

/** Whether the column is dark: names and amounts; codes and dates are lighter. */
export function isInk({ field }: Pick<ListColumn, 'field'>): boolean {
  return isName(field) || field?.inputType === 'money'
}

function isName(field: ListColumn['field']): boolean {
  return ['members', 'people'].includes(field?.reference ?? '') || field?.name === 'recipientName'
}

interface FigureColumn {
  field: ListColumn['field']
  align?: ListColumn['align'] | undefined
}

/** Whether digits are tabular; in words that would widen the hyphens. */
export function isDigits({ field, align }: FigureColumn): boolean {
  const { inputType = 'text', validation = [] } = field ?? {}
  return (
    align === 'end' ||
    ['date', 'datetime', 'phone', 'nif', 'iban'].includes(inputType) ||
    validation.includes('ipAddress')
  )
}

interface RequestedFieldsOptions {
  isShown: (id: string) => boolean
  /** Other fields that the screen reads. */
  others: readonly (readonly string[] | undefined)[]
}

/**
 * The fields to request, in alphabetical order: those that default and visible columns read, so that hiding a
 * column causes no request, and those of `others`. Undefined (all fields) if one reads any field.
 */
export function requestedFields(
  fields: FieldMap,
  columns: readonly ListColumn[],
  { isShown, others }: RequestedFieldsOptions,
): string[] | undefined {
  const included = columns.filter(({ id, listed }) => listed || isShown(id))
  const names = new Set<string>()
  for (const reads of [...included.map((column) => column.reads), ...others]) {
    if (!reads) return undefined
    for (const name of reads) if (fields[name]) names.add(name)
  }
  return [...names].toSorted()
}

function isOffered({ field, isDrawn }: ListColumn): boolean {
  return !field || (isDrawn && !field.detail && field.inputType !== 'password' && field.inputType !== 'image')
}

export interface ShownColumn extends ListColumn {
  /** The person set this width. */
  isSized: boolean
}

/** Completes a stored arrangement: new columns go to the end, removed ones are dropped. */
export function completeArrangement(
  stored: ColumnArrangement | undefined,
  columns: readonly ListColumn[],
): ColumnArrangement {
  const ids = columns.map(({ id }) => id)
  const knownIds = stored?.order.filter((id) => ids.includes(id)) ?? []
  return {
    order: [...knownIds, ...ids.filter((id) => !knownIds.includes(id))],
    visible: Object.fromEntries(columns.map(({ id, listed }) => [id, stored?.visible[id] ?? listed])),
    widths: stored?.widths ?? noWidths,
    ...(stored?.kept && { kept: stored.kept }),
  }
}

/** The visible columns, in order and with their widths. */
export function shownColumns(columns: readonly ListColumn[], arrangement: ColumnArrangement): ShownColumn[] {
  return arrangement.order.flatMap((id) => {
    const column = columns.find((each) => each.id === id)
    const width = arrangement.widths[id]
    if (!column || !arrangement.visible[id]) return []
    return { ...column, width: width ?? column.width, isSized: width !== undefined }
  })
}

const noWidths: Record<string, number> = {}

interface FittingOptions {
  /** Width of the table in rem; undefined while it is not known. */
  room: number | undefined
  withSelection: boolean
  /** Field of the title, which does not give way. */
  title: string
  /** Order of the list: its column does not give way. */
  sort: string
  /** Ids of the columns that the person chose, which do not give way. */
  kept: readonly string[]
}

/** The columns that fit into a table: the last ones give way first. The table scrolls sideways when all that may have given way. */
export function fittingColumns(
  columns: readonly ShownColumn[],
  { room, withSelection, title, sort, kept }: FittingOptions,
): readonly ShownColumn[] {
  const staying = [openingColumn(title, columns), sort.replace(/^-/, ''), ...kept]
  let missing = room === undefined ? 0 : remWidth(columns, withSelection) - room
  const leftOut = new Set<string>()
  for (const { id, width, stays, isSized } of columns.toReversed()) {
    if (missing <= 0) break
    if (stays || isSized || staying.includes(id)) continue
    leftOut.add(id)
    missing -= width
  }
  return leftOut.size === 0 ? columns : columns.filter(({ id }) => !leftOut.has(id))
}

const selectionTrack = 2.75
/** Columns up to this width, in rem, do not grow. */
const maxNarrowWidth = 5

/**
 * CSS grid tracks of a row. Columns share the free space, except narrow, fixed and sized ones; columns with
 * `preferredWidth` first grow to that width, those of badges after the others.
 */
export function columnTracks(columns: readonly ShownColumn[], withSelection: boolean): string {
  const hasFixedWidth = ({ width, isSized, isFixed }: ShownColumn) =>
    isSized || isFixed || width <= maxNarrowWidth
  const growing = columns.filter((column) => column.preferredWidth !== undefined && !hasFixedWidth(column))
  const isBadge = ({ field }: ShownColumn) => field?.badge === true
  const [badges, others] = [growing.filter(isBadge), growing.filter((column) => !isBadge(column))]
  const widthOfOthers = others.reduce(
    (sum, { width, preferredWidth = width }) => sum + preferredWidth - width,
    0,
  )
  const minTrack = (column: ShownColumn) => {
    const { width, preferredWidth } = column
    if (preferredWidth === undefined) return `${width}rem`
    const [taken, peers] = isBadge(column) ? [widthOfOthers, badges] : [0, others]
    const freeSpace = `(100% - ${remWidth(columns, withSelection) + taken}rem) / ${peers.length}`
    return `clamp(${width}rem, ${width}rem + ${freeSpace}, ${preferredWidth}rem)`
  }
  const tracks = columns.map((column) =>
    hasFixedWidth(column) ? `${column.width}rem` : `minmax(${minTrack(column)}, ${column.width}fr)`,
  )
  const filler = columns.every(hasFixedWidth) ? ['minmax(0, 1fr)'] : []
  return [...(withSelection ? [`${selectionTrack}rem`] : []), ...tracks, ...filler].join(' ')
}

/** Minimum width of the table; below it, the table scrolls sideways. */
export function tableWidth(columns: readonly ShownColumn[], withSelection: boolean): string {
  return `${remWidth(columns, withSelection)}rem`
}

function remWidth(columns: readonly ShownColumn[], withSelection: boolean): number {
  return columns.reduce((sum, { width }) => sum + width, withSelection ? selectionTrack : 0)
}

/** Id of the column that links to the record: the title, or the first column when the title is not shown. */
export function openingColumn(title: string, shown: readonly Pick<ShownColumn, 'id'>[]): string {
  return shown.some(({ id }) => id === title) ? title : (shown[0]?.id ?? title)
}
