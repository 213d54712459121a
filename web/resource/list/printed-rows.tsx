import { useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { counted } from '@agremia/resources/rules/plural.ts'
import { formatDateLong } from '@agremia/resources/rules/dates.ts'
import type { StoredRecord } from '../../api/client.ts'
import { readListNow } from '../../api/read-list-now.ts'
import { useTerminology } from '../../api/queries.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import { onPaper } from '../../ui/on-paper.ts'
import { CellContent } from './list-row.tsx'
import { roomForNames, type ListColumn } from './list-columns.ts'
import type { ListWords } from './list-words.ts'
import type { List } from './use-list.ts'
import { sumText } from './list-foot.tsx'
import classes from './printed-rows.module.css'

interface PrintedRowsProps {
  resource: string
  list: List
  words: () => ListWords
}

/** More rows than these the browser does not print by itself: the list's document has any number. */
const mostRows = 2_000

/**
 * What the browser prints of a list by its own menu: all rows, where the screen has drawn those in sight. The browser waits for
 * nobody, so they are read while the page stands still.
 */
export function PrintedRows({ resource, list, words }: PrintedRowsProps) {
  const [printed, setPrinted] = useState<Printed>()
  const begin = useEffectEvent(() => {
    if (printed === undefined && list.rows.total !== undefined)
      flushSync(() => setPrinted(rowsToPrint(resource, list, words())))
  })
  const end = useEffectEvent(() => setPrinted(undefined))
  useEffect(
    () =>
      onPaper(
        () => begin(),
        () => end(),
      ),
    [],
  )
  const { name } = useTerminology()
  if (!printed) return null
  const { records, filters, total } = printed
  const when = formatDateLong(organisationToday())
  return (
    <section className={classes.printed} data-whole={records !== undefined} data-only="print">
      <p className={classes.words}>
        {[name, filters, when].filter(Boolean).join(' · ')}
        {records === undefined &&
          total > 0 &&
          ` · Só as linhas que se viam: para imprimir ${counted(total, 'linha', 'linhas')}, use «Imprimir» ou Ctrl + P na lista.`}
      </p>
      {records && <PrintedTable list={list} records={records} />}
    </section>
  )
}

interface Printed {
  /** Undefined when there are none or too many, or when they could not be read. */
  records: readonly StoredRecord[] | undefined
  filters: string
  total: number
}

function rowsToPrint(resource: string, { rows, params }: List, { filters }: ListWords): Printed {
  const { total = 0, rowAt } = rows
  const known = Array.from({ length: Math.min(total, mostRows) }, (_, index) => rowAt(index))
  const present = known.filter((record) => record !== undefined)
  if (total === 0 || total > mostRows) return { records: undefined, filters, total }
  return { records: present.length === total ? present : readListNow(resource, params), filters, total }
}

/** With more columns than these, the paper lies. */
const mostUpright = 8

/** A table of its own: heads that repeat, and rows that flow from page to page. */
function PrintedTable({ list, records }: { list: List; records: readonly StoredRecord[] }) {
  const columns = list.columns.shown
  const { sums } = list.rows
  const isSummed = sums !== undefined && columns.some(({ field }) => field?.summed)
  return (
    <table className={classes.table} data-wide={columns.length > mostUpright} aria-label={list.title}>
      <thead>
        <tr>
          {columns.map(({ id, label, align }) => (
            <th key={id} scope="col" data-align={align}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {records.map((record) => (
          <tr key={record._id}>
            {columns.map((column) => (
              <td key={column.id} data-align={column.align} {...kindOf(column, record)}>
                <CellContent column={column} record={record} />
              </td>
            ))}
          </tr>
        ))}
        {isSummed && (
          <tr className={classes.total}>
            {columns.map((column, position) => (
              <td key={column.id} data-align={column.align}>
                {position === 0 && !column.field?.summed ? 'Total' : sumText(column, list.rows)}
              </td>
            ))}
          </tr>
        )}
      </tbody>
    </table>
  )
}

const oneLine: readonly string[] = ['phone', 'date', 'datetime']

/** What a cell holds, for how it may be broken: names and texts between words, addresses anywhere, days and numbers nowhere. */
function kindOf({ id, field, wish }: ListColumn, record: StoredRecord) {
  const value = record[id]
  const isAddress = typeof value === 'string' && value.includes('@')
  const isOneLine = id === 'created_at' || oneLine.includes(field?.inputType ?? '')
  return { 'data-one-line': isOneLine, 'data-address': isAddress, 'data-names': wish === roomForNames }
}
