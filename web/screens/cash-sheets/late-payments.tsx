import { paymentMethods } from '@agremia/resources/definitions/payments.ts'
import { formatDateTime } from '@agremia/resources/rules/dates.ts'
import { organisationTimeZone } from '../../fields/organisation-clock.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { paymentPath } from '../../paths/dues.ts'
import { Euros } from '../../ui/euros.tsx'
import { Panel } from '../../ui/panel.tsx'
import tables from '../../ui/number-table.module.css'
import type { CashDay } from './cash-day-query.ts'
import classes from './cash-sheet.module.css'

const title = 'Depois do fecho'

/** What changed in a day after it was closed: it is not in what was counted. */
export function LatePayments({ late }: Pick<CashDay, 'late'>) {
  const rows = [
    ...late.registered.map((payment) => ({ payment, word: 'Registado', tone: 'amber' as const })),
    ...late.cancelled.map((payment) => ({ payment, word: 'Anulado', tone: 'red' as const })),
  ]
  if (rows.length === 0) return null
  return (
    <Panel title={title} note="Não entrou na contagem. Para contar de novo, reabra a folha.">
      <div className={tables.scroller}>
        <table className={`${tables.table} ${classes.lines}`} aria-label={title}>
          <thead>
            <tr>
              <th scope="col">Recibo</th>
              <th scope="col" className={classes.person}>
                O quê
              </th>
              <th scope="col">Meio</th>
              <th scope="col">Valor</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ payment, word, tone }) => (
              <tr key={`${word} ${payment._id}`}>
                <th scope="row">
                  <AppLink to={paymentPath(payment._id)}>{payment.receiptNumber}</AppLink>
                  <span className={classes.small}>{payment.name}</span>
                </th>
                <td className={classes.person}>
                  <StateBadge tone={tone} label={word} />
                  <span className={classes.small}>{formatDateTime(payment.at, organisationTimeZone())}</span>
                </td>
                <td>{paymentMethods[payment.method]}</td>
                <td>
                  <Euros to={paymentPath(payment._id)} amount={payment.amount} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}
