import { Fragment } from 'react'
import type { ReportCell, ReportColumn, ReportTable } from '@agremia/resources/report-table.ts'
import { reportCellText } from '@agremia/resources/report-table.ts'
import { useListOfNumber } from '../../paths/use-list-of-number.ts'
import { LinkIfOpen } from '../../ui/app-link.tsx'
import { scrolling } from '../../ui/scrolling.ts'
import tables from '../../ui/number-table.module.css'
import classes from './reports.module.css'

/** The table of a report; numbers lead to their lists. */
export function ReportRows({ table: { title, columns, sections, total } }: { table: ReportTable }) {
  return (
    <div className={tables.scroller} {...scrolling}>
      <table className={`${tables.table} ${classes.table}`} aria-label={title}>
        <thead>
          <tr>
            {columns.map(({ name, label, type }) => (
              <th key={name} scope="col" data-type={type}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        {sections.map((section) => (
          <tbody key={section.title ?? ''}>
            {section.title !== null && (
              <tr className={classes.section}>
                <th colSpan={columns.length} scope="rowgroup">
                  {section.title}
                </th>
              </tr>
            )}
            {section.rows.map((row, index) => (
              <Row key={index} row={row} columns={columns} />
            ))}
            {section.total && <Row row={section.total} columns={columns} isTotal />}
          </tbody>
        ))}
        {total && (
          <tfoot>
            <Row row={total} columns={columns} isTotal />
          </tfoot>
        )}
      </table>
    </div>
  )
}

interface RowProps {
  row: readonly ReportCell[]
  columns: readonly ReportColumn[]
  isTotal?: boolean
}

function Row({ row, columns, isTotal = false }: RowProps) {
  return (
    <tr className={isTotal ? tables.sum : undefined}>
      {row.map((cell, index) => {
        const { name, type } = columns[index] ?? { name: '', type: 'text' as const }
        const content = <Cell cell={cell} type={type} />
        return (
          <Fragment key={name}>
            {index === 0 ? (
              <th scope="row" data-figures={/^[0-9]+$/.test(String(cell.value)) || undefined}>
                {content}
              </th>
            ) : (
              <td data-type={type}>{content}</td>
            )}
          </Fragment>
        )
      })}
    </tr>
  )
}

function Cell({ cell, type }: { cell: ReportCell; type: ReportColumn['type'] }) {
  const to = useListOfNumber()(cell.list)
  const text = reportCellText(cell, type)
  return to === undefined ? text : <LinkIfOpen to={to}>{text}</LinkIfOpen>
}
