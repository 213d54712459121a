import { type Euros as Money, formatNumber } from '@agremia/resources/rules/amount.ts'
import type { CSSProperties } from 'react'
import { Euros } from '../../ui/euros.tsx'
import type { CategoryOfPayments } from './overview-data.ts'
import { Panel } from '../../ui/panel.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import classes from '../../ui/number-table.module.css'

type Part = 'charged' | 'paid' | 'owed'

interface CategoryTableProps {
  rows: readonly (CategoryOfPayments & { count?: number })[]
  /** Describes the scope of the numbers. */
  note: string
  /** Heading of the count column; without it there is no such column. */
  counted?: string
  /** Path of the list behind a number, for one category or all. */
  linkTo: (part: Part, categoryId?: string) => string
}

/** Charged, paid and owed amounts by the category of the charges. */
export function CategoryTable({ rows, note, counted, linkTo }: CategoryTableProps) {
  const max = Math.max(0, ...rows.map(({ charged }) => charged))
  const sum = (part: Part | 'count') => rows.reduce((total, row) => total + (row[part] ?? 0), 0)
  return (
    <Panel title="Por categoria" note={note}>
      <div className={classes.scroller}>
        <table className={classes.table} aria-label="Por categoria">
          <thead>
            <tr>
              <th scope="col">Categoria</th>
              {counted !== undefined && <th scope="col">{counted}</th>}
              <th scope="col">Lançado</th>
              <th scope="col" className={classes.spare}>
                Pago
              </th>
              <th scope="col">Em dívida</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ categoryId, category, count = 0, charged, paid, owed }) => (
              <tr key={categoryId}>
                <th scope="row">
                  {category}
                  <ShareBar
                    max={max}
                    parts={[
                      { tone: 'paid', amount: paid },
                      { tone: 'owed', amount: owed },
                    ]}
                  />
                </th>
                {counted !== undefined && (
                  <td>
                    <AppLink to={linkTo('charged', categoryId)}>{formatNumber(count)}</AppLink>
                  </td>
                )}
                <td>
                  <Euros to={linkTo('charged', categoryId)} amount={charged} />
                </td>
                <td className={classes.spare}>
                  <Euros to={linkTo('paid', categoryId)} amount={paid} />
                </td>
                <td>
                  <Euros to={linkTo('owed', categoryId)} amount={owed} />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              {counted !== undefined && (
                <td>
                  <AppLink to={linkTo('charged')}>{formatNumber(sum('count'))}</AppLink>
                </td>
              )}
              <td>
                <Euros to={linkTo('charged')} amount={sum('charged')} />
              </td>
              <td className={classes.spare}>
                <Euros to={linkTo('paid')} amount={sum('paid')} />
              </td>
              <td>
                <Euros to={linkTo('owed')} amount={sum('owed')} />
              </td>
            </tr>
          </tfoot>
        </table>
      </div>
    </Panel>
  )
}

interface ShareBarProps {
  /** The amount of a full bar. */
  max: Money
  parts: readonly { tone: 'paid' | 'owed' | 'notDue'; amount: Money }[]
}

/** A bar with the proportions of amounts; hidden from screen readers, because the numbers are beside it. */
export function ShareBar({ max, parts }: ShareBarProps) {
  return (
    <span className={classes.bar} aria-hidden="true">
      {parts.map(({ tone, amount }) => (
        <span
          key={tone}
          data-tone={tone}
          style={{ '--share': `${max > 0 ? (100 * amount) / max : 0}%` } as CSSProperties}
        />
      ))}
    </span>
  )
}
