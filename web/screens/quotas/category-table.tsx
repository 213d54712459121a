import { formatCount } from '../../ui/format-count.ts'
import { Euros } from '../../ui/euros.tsx'
import type { CategoryOfPayments } from './overview-data.ts'
import { Panel } from '../../ui/panel.tsx'
import { ShareBar } from './share-bar.tsx'
import classes from '../../ui/number-table.module.css'
import { AppLink } from '../../ui/app-link.tsx'

type Part = 'charged' | 'paid' | 'owed'

interface CategoryTableProps {
  rows: readonly (CategoryOfPayments & { count?: number })[]
  /** What its numbers are of. */
  note: string
  /** What is counted, where it is. */
  counted?: string
  /** The list of what a number is made of, of one category or of all. */
  linkTo: (part: Part, categoryId?: string) => string
}

/** What was charged, paid and is owed, by the category that each member was in. */
export function CategoryTable({ rows, note, counted, linkTo }: CategoryTableProps) {
  const most = Math.max(0, ...rows.map(({ charged }) => charged))
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
                    most={most}
                    parts={[
                      { tone: 'paid', amount: paid },
                      { tone: 'owed', amount: owed },
                    ]}
                  />
                </th>
                {counted !== undefined && (
                  <td>
                    <AppLink to={linkTo('charged', categoryId)}>{formatCount(count)}</AppLink>
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
                  <AppLink to={linkTo('charged')}>{formatCount(sum('count'))}</AppLink>
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
