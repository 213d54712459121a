import type { EmbeddedWords } from '@agremia/resources/embedded-words.ts'
import type { Explainer, FieldDescriptor, Tone } from '@agremia/resources/descriptor.ts'
import type { ListPage, StoredRecord } from '../../api/client.ts'
import { earlyAnswer, sendEarly } from '../../api/early-requests.ts'
import { listPath } from '../../api/list-path.ts'
import { baseOf, texts } from '../../fields/texts.ts'
import { element } from '../../ui/element.ts'
import badge from '../../ui/state-badge.module.css'
import { complete, shownColumns, type ShownColumn } from './arranged-columns.ts'
import { columnTracks, tableWidth } from './column-tracks.ts'
import type { FirstList } from './first-list.ts'
import { askedColumns, isDigits, isInk, listColumns } from './list-columns.ts'
import { readAddress } from './list-state.ts'
import { recallList } from './remembered-list.ts'
import classes from './list-table.module.css'

/** The table with the first rows of a list, as the list will draw it; undefined when something in it is not known yet. */
export async function drawFirstRows(list: FirstList, words: EmbeddedWords): Promise<HTMLElement | undefined> {
  const { resource, filtersIn } = list.question
  const explainer = await earlyAnswer<Explainer>('explainer')
  const fields = explainer.data[resource]
  const descriptor = explainer.resources[resource]
  if (!fields || !descriptor) return undefined
  const usual = { search: '', sort: descriptor.sort, filters: filtersIn(words) }
  const state = readAddress(new URLSearchParams(location.search), fields, usual) ?? usual
  const { sort, search, filters: where } = state
  const all = listColumns(fields, faceOf, list.columns)
  const columns = shownColumns(all, complete(recallList(location.pathname).columns, all))
  const isShown = (id: string) => columns.some((column) => column.id === id)
  const asked = askedColumns(fields, all, { isShown, others: [list.question.columns] })
  const path = listPath(resource, { page: 1, sort, search, where, columns: asked })
  sendEarly(path)
  const { data: records } = await earlyAnswer<ListPage>(path)
  const isDrawable = columns.every((column) => list.cells[column.id] || textOf(column.field))
  if (records.length === 0 || !isDrawable) return undefined
  const isSelectable = list.isSelectable(descriptor.actions.map(({ name }) => name))
  return table(list, { columns, records, isSelectable })
}

interface Drawn {
  columns: ShownColumn[]
  records: StoredRecord[]
  isSelectable: boolean
}

function faceOf(field: FieldDescriptor) {
  return field.inputType in texts ? texts[field.inputType as keyof typeof texts] : undefined
}

function textOf(field: FieldDescriptor | undefined) {
  return field && faceOf(field)?.toText
}

function table(list: FirstList, { columns, records, isSelectable }: Drawn): HTMLElement {
  const size = `--columns: ${columnTracks(columns, isSelectable)}; min-width: ${tableWidth(columns, isSelectable)}`
  const box = () => element('td', { class: classes.selection })
  const heads = columns.map(({ label, align }) =>
    element(
      'th',
      { class: classes.headCell, 'data-align': align },
      element('span', { class: classes.headLabel }, label),
    ),
  )
  const rows = records.slice(0, Math.ceil(innerHeight / lowestRow)).map((record, index) =>
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
    'div',
    { class: classes.scroller },
    element(
      'table',
      { class: classes.table, style: size },
      element('thead', { class: classes.head }, headRow),
      element('tbody', { class: classes.body }, ...rows),
    ),
  )
}

/** As many rows as the window may show: none is higher than these pixels at the smallest size. */
const lowestRow = 31

function cell({ id, field }: ShownColumn, record: StoredRecord): Node | string {
  const said = (field && textOf(field)?.(record[id], field, record)) ?? ''
  if (said === '' || !field?.badge) return said === '' ? '—' : said
  const tone = (record[`${baseOf(field)}Tone`] as Tone | undefined) ?? 'grey'
  return element('span', { class: badge.badge, 'data-tone': tone }, said)
}
