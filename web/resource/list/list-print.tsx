import { arePersonal } from '@agremia/resources/personal-columns.ts'
import { formatDateLong, formatDateTimeLong } from '@agremia/resources/rules/dates.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import type { StoredRecord } from '../../api/client.ts'
import { useSession, useSettings, useTerminology } from '../../api/queries.ts'
import { readListSync } from '../../api/read-list-sync.ts'
import { organisationTimeZone, organisationToday } from '../../fields/organisation-clock.ts'
import { useHotkey } from '../../ui/hotkeys.ts'
import { onPrint } from '../../ui/printing.ts'
import { exportedColumns, printList } from './export-list.ts'
import { isDigits, nameColumnWidth, type ListColumn } from './list-columns.ts'
import { ColumnSum } from './list-foot.tsx'
import { CellContent } from './list-row.tsx'
import type { ListWords } from './list-words.ts'
import type { List } from './use-list.ts'
import classes from './printed-rows.module.css'
import { useAttempt } from '../attempt.ts'

interface PrintListOptions {
  resource: string
  list: List
  words: () => ListWords
  /** Whether the list is the page: then Ctrl+P prints it. */
  isPage: boolean
}

/** Opens the list with all rows as a PDF. */
export function usePrintList({ resource, list, words, isPage }: PrintListOptions) {
  const { params, rows, columns } = list
  const { busy: isBusy, attempt } = useAttempt('Não foi possível imprimir.')
  const canPrint = !isBusy && (rows.total ?? 0) > 0

  async function print() {
    if (!canPrint) return
    await attempt(async () => {
      await printList({ resource, params, columns: exportedColumns(columns.shown), words: words() })
    })
  }

  useHotkey({ keys: 'mod+p', label: 'Imprimir a lista', group: 'Na lista' }, () => void print(), isPage)
  return { isBusy, canPrint, print: () => void print() }
}

interface PrintedRowsProps {
  resource: string
  list: List
  words: () => ListWords
}

/** Above this number, the browser's print does not include all rows; the PDF does. */
const maxRows = 2_000

/**
 * All rows of a list for the browser's print command; the screen has rendered only the visible ones. Reads
 * missing rows with synchronous requests, because the browser does not wait.
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
      onPrint(
        () => begin(),
        () => end(),
      ),
    [],
  )
  const { name } = useTerminology()
  const { watermarkLists } = useSettings()
  const person = useSession()?.name
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
      {watermarkLists === 'true' && arePersonal(list.columns.shown.flatMap(({ field }) => field ?? [])) && (
        <p className={classes.watermark}>{[person, printed.at].filter(Boolean).join(' · ')}</p>
      )}
    </section>
  )
}

interface Printed {
  /** Undefined when there are none, too many, or a request failed. */
  records: readonly StoredRecord[] | undefined
  filters: string
  total: number
  /** When it was printed. */
  at: string
}

function rowsToPrint(resource: string, { rows, params }: List, { filters }: ListWords): Printed {
  const { total = 0, rowAt } = rows
  const cached = Array.from({ length: Math.min(total, maxRows) }, (_, index) => rowAt(index))
  const loaded = cached.filter((record) => record !== undefined)
  const at = formatDateTimeLong(new Date().toISOString(), organisationTimeZone())
  if (total === 0 || total > maxRows) return { records: undefined, filters, total, at }
  return { records: loaded.length === total ? loaded : readListSync(resource, params), filters, total, at }
}

/** With more columns, the page is landscape. */
const maxPortraitColumns = 8

/** A plain table, whose head repeats on each page. */
function PrintedTable({ list, records }: { list: List; records: readonly StoredRecord[] }) {
  const columns = list.columns.shown
  const { sums } = list.rows
  const isSummed = sums !== undefined && columns.some(({ field }) => field?.summed)
  return (
    <table className={classes.table} data-wide={columns.length > maxPortraitColumns} aria-label={list.title}>
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
              <td key={column.id} {...cellAttributes(column, record)}>
                <CellContent column={column} record={record} />
              </td>
            ))}
          </tr>
        ))}
        {isSummed && (
          <tr className={classes.total}>
            {columns.map((column, position) => (
              <td key={column.id} data-align={column.align} data-digits={isDigits(column) || undefined}>
                {position === 0 && !column.field?.summed ? (
                  'Total'
                ) : (
                  <ColumnSum column={column} rows={list.rows} />
                )}
              </td>
            ))}
          </tr>
        )}
      </tbody>
    </table>
  )
}

const oneLine: readonly string[] = ['phone', 'date', 'datetime']

/** Figures of a cell, and how it may wrap: names and texts between words, emails anywhere, dates and numbers nowhere. */
function cellAttributes(column: ListColumn, record: StoredRecord) {
  const { id, field, preferredWidth, align } = column
  const value = record[id]
  const isAddress = typeof value === 'string' && value.includes('@')
  const isOneLine = id === 'created_at' || oneLine.includes(field?.inputType ?? '')
  return {
    'data-align': align,
    'data-digits': isDigits(column) || undefined,
    'data-one-line': isOneLine,
    'data-address': isAddress,
    'data-names': preferredWidth === nameColumnWidth,
  }
}
