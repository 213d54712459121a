import type { Explainer, FieldDescriptor, FieldMap } from '@agremia/resources/descriptor.ts'
import type { EmbeddedWords } from '@agremia/resources/embedded-words.ts'
import type { ListPage, RecordFor, StoredRecord } from '../../api/client.ts'
import { explainerPart, readEarlyAnswer, sendEarlyRequest } from '../../api/early-requests.ts'
import { listPath } from '../../api/resource-paths.ts'
import { baseOf, texts } from '../../fields/texts.ts'
import { rowHeight, zoom } from '../../ui/display-settings.ts'
import { element } from '../../ui/first-layer.ts'
import type { FirstQuestion } from './first-question.ts'
import {
  type ColumnSetup,
  columnTracks,
  completeArrangement,
  fittingColumns,
  isDigits,
  isInk,
  listColumns,
  requestedFields,
  type ShownColumn,
  shownColumns,
  tableWidth,
} from './list-columns.ts'
import { readAddress, readStoredList } from './list-state.ts'
import badge from '../../ui/state-badge.module.css'
import classes from './list-table.module.css'
import type { Tone } from '@agremia/resources/field-types.ts'

/** The first rows as the list will render them, and what its search box has. */
export interface FirstRows {
  /** Empty until `fill`. */
  scroller: HTMLElement
  /** Adds the columns that fit into the scroller, which must be in the page. */
  fill: () => void
  search: { text: string; hint: string }
}

/** Prepares the first rows. Undefined if a cell needs code that is not loaded. */
export async function drawFirstRows<Name extends string>(
  list: FirstList<Name>,
  words: EmbeddedWords,
): Promise<FirstRows | undefined> {
  const { resource, filtersIn } = list.question
  const explainer = await readEarlyAnswer<Explainer>(explainerPart(resource))
  const fields = explainer.data[resource]
  const descriptor = explainer.resources[resource]
  if (!fields || !descriptor) return undefined
  const defaults = { search: '', sort: descriptor.sort, filters: filtersIn(words) }
  const state = readAddress(new URLSearchParams(location.search), fields, defaults) ?? defaults
  const { sort, search, filters: where } = state
  const all = listColumns(fields, faceOf, list.columns)
  const arrangement = completeArrangement(readStoredList(location.pathname).columns, all)
  const columns = shownColumns(all, arrangement)
  const isShown = (id: string) => columns.some((column) => column.id === id)
  const requested = requestedFields(fields, all, { isShown, others: [list.question.columns] })
  const path = listPath(resource, { page: 1, sort, search, where, columns: requested })
  sendEarlyRequest(path)
  const { data: records } = await readEarlyAnswer<ListPage<RecordFor<Name>>>(path)
  const isDrawable = columns.every((column) => list.cells[column.id] || textOf(column.field))
  if (records.length === 0 || !isDrawable) return undefined
  const isSelectable = list.isSelectable(descriptor.actions.map(({ name }) => name))
  const scroller = element('div', { class: classes.scroller })
  return {
    scroller,
    fill() {
      const fitting = fittingColumns(columns, {
        room: scroller.clientWidth / zoom(),
        withSelection: isSelectable,
        title: descriptor.title,
        sort,
        kept: arrangement.kept ?? [],
      })
      scroller.append(table(list, { columns: fitting, records, isSelectable }))
    },
    search: { text: search, hint: list.searchHint(fields) },
  }
}

interface TableContent<Name extends string> {
  columns: readonly ShownColumn[]
  records: RecordFor<Name>[]
  isSelectable: boolean
}

function faceOf(field: FieldDescriptor) {
  return field.inputType in texts ? texts[field.inputType as keyof typeof texts] : undefined
}

function textOf(field: FieldDescriptor | undefined) {
  return field && faceOf(field)?.toText
}

function table<Name extends string>(
  list: FirstList<Name>,
  { columns, records, isSelectable }: TableContent<Name>,
): HTMLElement {
  const size = `--columns: ${columnTracks(columns, isSelectable)}; min-width: ${tableWidth(columns, isSelectable)}`
  const box = () => element('td', { class: classes.selection })
  const heads = columns.map(({ label, align }) =>
    element(
      'th',
      { class: classes.headCell, 'data-align': align },
      element('span', { class: classes.headLabel }, label),
    ),
  )
  const rows = records.slice(0, Math.ceil(innerHeight / (rowHeight() * zoom()))).map((record, index) =>
    element(
      'tr',
      {
        class: classes.row,
        style: `transform: translateY(calc(${index} * var(--row)))`,
        'aria-rowindex': String(index + 2),
        'data-opens': list.pathOf(record._id),
      },
      ...(isSelectable ? [box()] : []),
      ...columns.map((column) =>
        element(
          'td',
          {
            class: classes.cell,
            'data-align': column.align,
            ...(column.id === 'name' && { 'data-title': '' }),
            ...(isInk(column) && { 'data-ink': '' }),
            ...(isDigits(column) && { 'data-digits': '' }),
          },
          list.cells[column.id]?.(record) ?? cell(column, record),
        ),
      ),
    ),
  )
  const headRow = element('tr', { class: classes.headRow }, ...(isSelectable ? [box()] : []), ...heads)
  return element(
    'table',
    { class: classes.table, style: size },
    element('thead', { class: classes.head }, headRow),
    element('tbody', { class: classes.body }, ...rows),
  )
}

function cell({ id, field }: ShownColumn, record: StoredRecord): Node | string {
  const text = (field && textOf(field)?.(record[id], field, record)) ?? ''
  if (text === '' || !field?.badge) return text === '' ? (field?.blank ?? '—') : text
  const tone = (record[`${baseOf(field)}Tone`] as Tone | undefined) ?? 'grey'
  return element('span', { class: badge.badge, 'data-tone': tone }, text)
}

/** A list whose first rows can be drawn before the application's code is loaded. */
export interface FirstList<Name extends string> {
  question: FirstQuestion
  columns: readonly Omit<ColumnSetup, 'Cell' | 'reads'>[]
  /** Cells other than the field's text. */
  cells: Record<string, (record: RecordFor<Name>) => Node | string>
  searchHint: (fields: FieldMap) => string
  /** Path of a record. */
  pathOf: (id: string) => string
  /** Whether rows can be selected, so that there is a checkbox column. */
  isSelectable: (actions: readonly string[]) => boolean
}
