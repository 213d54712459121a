import { Fragment } from 'react'
import type { CashSheetLine } from '@agremia/resources/definitions/cash-sheets.ts'
import { paymentMethods } from '@agremia/resources/definitions/payments.ts'
import { formatCount } from '../../ui/format-count.ts'
import { Euros } from '../../ui/euros.tsx'
import { paymentsBetween } from '../../paths/dues-lists.ts'
import { Panel } from '../../ui/panel.tsx'
import tables from '../../ui/number-table.module.css'
import classes from './cash-sheet.module.css'

interface CashLinesProps {
  date: string
  lines: readonly CashSheetLine[]
}

const title = 'Recebido, por meio e por pessoa'

/** What was received on a day by each method, and by whom; each amount leads to its payments. */
export function CashLines({ date, lines }: CashLinesProps) {
  const days = { from: date, to: date }
  if (lines.length === 0)
    return (
      <Panel title={title}>
        <p className={classes.none}>Não há pagamentos neste dia.</p>
      </Panel>
    )
  return (
    <Panel title={title}>
      <div className={tables.scroller}>
        <table className={`${tables.table} ${classes.lines}`} aria-label={title}>
          <thead>
            <tr>
              <th scope="col">Meio</th>
              <th scope="col" className={classes.person}>
                Recebido por
              </th>
              <th scope="col">Pagamentos</th>
              <th scope="col">Valor</th>
            </tr>
          </thead>
          <tbody>
            {[...Map.groupBy(lines, ({ method }) => method)].map(([method, own]) => {
              const to = paymentsBetween(days, method)
              return (
                <Fragment key={method}>
                  {own.map((line, index) => (
                    <tr key={line.receivedBy}>
                      {index === 0 && (
                        <th scope="rowgroup" rowSpan={own.length > 1 ? own.length + 1 : 1}>
                          {paymentMethods[method]}
                        </th>
                      )}
                      <td className={classes.person}>{line.receivedBy}</td>
                      <td>{formatCount(line.payments)}</td>
                      <td>
                        <Euros to={to} amount={line.amount} />
                      </td>
                    </tr>
                  ))}
                  {own.length > 1 && (
                    <tr className={classes.subtotal}>
                      <td className={classes.person}>Soma</td>
                      <td>{formatCount(sumOf(own, 'payments'))}</td>
                      <td>
                        <Euros to={to} amount={sumOf(own, 'amount')} />
                      </td>
                    </tr>
                  )}
                </Fragment>
              )
            })}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={2}>
                Total
              </th>
              <td>{formatCount(sumOf(lines, 'payments'))}</td>
              <td>
                <Euros to={paymentsBetween(days)} amount={sumOf(lines, 'amount')} />
              </td>
            </tr>
          </tfoot>
        </table>
      </div>
    </Panel>
  )
}

function sumOf(lines: readonly CashSheetLine[], of: 'payments' | 'amount'): number {
  return lines.reduce((sum, line) => sum + line[of], 0)
}
