import { type Euros as Money, formatNumber } from '@agremia/resources/rules/amount.ts'
import type { CSSProperties } from 'react'
import { Euros } from '../../ui/euros.tsx'
import type { CategoryOfPayments } from './overview-data.ts'
import { Panel } from '../../ui/panel.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { NumberTable } from '../../ui/number-table.tsx'
import classes from '../../ui/number-table.module.css'

const parts = [
  { part: 'charged', head: 'Lançado' },
  { part: 'paid', head: 'Pago' },
  { part: 'owed', head: 'Em dívida' },
] as const
type Part = (typeof parts)[number]['part']
type CategoryRow = CategoryOfPayments & { count?: number }

interface CategoryTableProps {
  rows: readonly CategoryRow[]
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
      <NumberTable
        label="Por categoria"
        rows={rows}
        keyOf={({ categoryId }) => categoryId}
        columns={[
          {
            head: 'Categoria',
            cell: ({ category, paid, owed }) => (
              <>
                {category}
                <ShareBar
                  max={max}
                  parts={[
                    { tone: 'paid', amount: paid },
                    { tone: 'owed', amount: owed },
                  ]}
                />
              </>
            ),
            total: 'Total',
          },
          counted !== undefined && {
            head: counted,
            cell: ({ categoryId, count = 0 }) => (
              <AppLink to={linkTo('charged', categoryId)}>{formatNumber(count)}</AppLink>
            ),
            total: <AppLink to={linkTo('charged')}>{formatNumber(sum('count'))}</AppLink>,
          },
          ...parts.map(({ part, head }) => ({
            head,
            isSpare: part === 'paid',
            cell: (row: CategoryRow) => <Euros to={linkTo(part, row.categoryId)} amount={row[part]} />,
            total: <Euros to={linkTo(part)} amount={sum(part)} />,
          })),
        ]}
      />
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
