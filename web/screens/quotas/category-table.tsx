import { Euros } from './euros.tsx'
import type { Overview } from './overview-data.ts'
import { chargesDue, chargesPaid, debtsDue, yearDays } from './overview-links.ts'
import { Panel } from './panel.tsx'
import { ShareBar } from './share-bar.tsx'
import classes from './number-table.module.css'

/** What fell due this year, by the category that each member was in. */
export function CategoryTable({ overview: { year, byCategory } }: { overview: Overview }) {
  const days = yearDays(year)
  const most = Math.max(0, ...byCategory.map(({ charged }) => charged))
  const sum = (part: 'charged' | 'paid' | 'owed') =>
    byCategory.reduce((total, category) => total + category[part], 0)
  return (
    <Panel title="Por categoria" note={`Do que se vence em ${year}`}>
      <div className={classes.scroller}>
        <table className={classes.table} aria-label="Por categoria">
          <thead>
            <tr>
              <th scope="col">Categoria</th>
              <th scope="col">Lançado</th>
              <th scope="col" className={classes.spare}>
                Pago
              </th>
              <th scope="col">Em dívida</th>
            </tr>
          </thead>
          <tbody>
            {byCategory.map(({ categoryId, category, charged, paid, owed }) => (
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
                <td>
                  <Euros to={chargesDue(days, categoryId)} amount={charged} />
                </td>
                <td className={classes.spare}>
                  <Euros to={chargesPaid(days, categoryId)} amount={paid} />
                </td>
                <td>
                  <Euros to={debtsDue(days, categoryId)} amount={owed} />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              <td>
                <Euros to={chargesDue(days)} amount={sum('charged')} />
              </td>
              <td className={classes.spare}>
                <Euros to={chargesPaid(days)} amount={sum('paid')} />
              </td>
              <td>
                <Euros to={debtsDue(days)} amount={sum('owed')} />
              </td>
            </tr>
          </tfoot>
        </table>
      </div>
    </Panel>
  )
}
