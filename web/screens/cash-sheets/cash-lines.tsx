import { formatNumber } from '@agremia/resources/rules/amount.ts'
import { Fragment } from 'react'
import type { CashSheetLine } from '@agremia/resources/definitions/cash-sheets.ts'
import { paymentMethods } from '@agremia/resources/payment-methods.ts'
import { formatDateTime } from '@agremia/resources/rules/dates.ts'
import { organisationTimeZone } from '../../fields/organisation-clock.ts'
import { paymentsBetween } from '../../paths/dues-lists.ts'
import { paymentPath } from '../../paths/dues.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Euros } from '../../ui/euros.tsx'
import { Panel } from '../../ui/panel.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { NumberTable } from '../../ui/number-table.tsx'
import tables from '../../ui/number-table.module.css'
import type { CashDay } from './cash-day-query.ts'
import classes from './cash-sheet.module.css'

interface CashLinesProps {
  date: string
  lines: readonly CashSheetLine[]
}

const title = 'Recebido, por meio e por pessoa'

/** The amounts received on a day, by method and by the user who received them; each links to its payments. */
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
                      <td>{formatNumber(line.payments)}</td>
                      <td>
                        <Euros to={to} amount={line.amount} />
                      </td>
                    </tr>
                  ))}
                  {own.length > 1 && (
                    <tr className={classes.subtotal}>
                      <td className={classes.person}>Soma</td>
                      <td>{formatNumber(sumOf(own, 'payments'))}</td>
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
              <td>{formatNumber(sumOf(lines, 'payments'))}</td>
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

const lateTitle = 'Depois do fecho'

/** Payments registered or cancelled after the day was closed: its count does not include them. */
export function LatePayments({ late }: Pick<CashDay, 'late'>) {
  const rows = [
    ...late.registered.map((payment) => ({ payment, word: 'Registado', tone: 'amber' as const })),
    ...late.cancelled.map((payment) => ({ payment, word: 'Anulado', tone: 'red' as const })),
  ]
  if (rows.length === 0) return null
  return (
    <Panel title={lateTitle} note="Não entrou na contagem. Para contar de novo, reabra a folha.">
      <NumberTable
        label={lateTitle}
        className={classes.lines}
        rows={rows}
        keyOf={({ word, payment }) => `${word} ${payment._id}`}
        columns={[
          {
            head: 'Recibo',
            cell: ({ payment }) => (
              <>
                <AppLink to={paymentPath(payment._id)}>{payment.receiptNumber}</AppLink>
                <span className={classes.small}>{payment.name}</span>
              </>
            ),
          },
          {
            head: 'O quê',
            className: classes.person,
            cell: ({ payment, word, tone }) => (
              <>
                <StateBadge tone={tone} label={word} />
                <span className={classes.small}>{formatDateTime(payment.at, organisationTimeZone())}</span>
              </>
            ),
          },
          { head: 'Meio', cell: ({ payment }) => paymentMethods[payment.method] },
          {
            head: 'Valor',
            cell: ({ payment }) => <Euros to={paymentPath(payment._id)} amount={payment.amount} />,
          },
        ]}
      />
    </Panel>
  )
}
