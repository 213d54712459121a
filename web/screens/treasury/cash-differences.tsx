import { formatAmount, toCents } from '@agremia/resources/rules/amount.ts'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import { useQuery } from '@tanstack/react-query'
import { useSettings } from '../../api/queries.ts'
import { cashDayPath, paymentPath } from '../../paths/dues.ts'
import { transactionPath } from '../../paths/treasury.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { euros } from '../../ui/euros.tsx'
import { Panel } from '../../ui/panel.tsx'
import tables from '../../ui/number-table.module.css'
import { type CashComparison, type CashDifference, cashDifferencesQuery } from './year-data.ts'
import classes from './cash-differences.module.css'

interface CashDifferencesProps {
  from: string
  to: string
  /** Changes when the cash sheets do. */
  version?: string | undefined
}

/** The movements of some days that the cash sheets and the cash accounts do not have alike; nothing while they agree. */
export function CashDifferences({ from, to, version = '' }: CashDifferencesProps) {
  const { hasTreasury } = useSettings()
  const query = useQuery({ ...cashDifferencesQuery(from, to, version), enabled: hasTreasury === 'true' })
  return query.data ? <CashDifferencesPanel cash={query.data} /> : null
}

const title = 'Folha e conta de caixa'

/** `CashDifferences` of a comparison; `hasDates`: of several days. */
export function CashDifferencesPanel({
  cash,
  hasDates = false,
}: {
  cash: CashComparison
  hasDates?: boolean
}) {
  const { rows, count } = cash
  if (count === 0) return null
  return (
    <Panel title={title} note={noteOf(cash)}>
      <div className={tables.scroller}>
        <table className={`${tables.table} ${classes.differences}`} aria-label={title}>
          <thead>
            <tr>
              {hasDates && <th scope="col">Dia</th>}
              <th scope="col" className={classes.words}>
                Movimento
              </th>
              <th scope="col">Na folha</th>
              <th scope="col">Na conta</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={`${row.date} ${row.label} ${row.cause}`}>
                {hasDates && (
                  <td className={classes.words}>
                    <AppLink to={cashDayPath(row.date)}>{formatDate(row.date)}</AppLink>
                  </td>
                )}
                <th scope="row" className={classes.words}>
                  <Movement row={row} />
                  <span className={classes.cause}>{row.cause}</span>
                </th>
                <td>{row.onSheet === null ? '—' : euros(row.onSheet)}</td>
                <td>{row.inAccount === null ? '—' : euros(row.inAccount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length < count && (
        <p className={classes.more}>
          São {count}; estão aqui os primeiros {rows.length}.
        </p>
      )}
    </Panel>
  )
}

function noteOf({ onSheets, inAccounts, difference }: CashComparison): string {
  const [sheets, accounts] = [formatAmount(toCents(onSheets)), formatAmount(toCents(inAccounts))]
  return difference === 0
    ? `Somam o mesmo, ${sheets}, mas nem todos os movimentos são os mesmos.`
    : `Na folha ${sheets}, na conta ${accounts}: a conta tem ${formatAmount(Math.abs(toCents(difference)))} a ${difference > 0 ? 'mais' : 'menos'}.`
}

function Movement({ row: { label, paymentId, transactionId } }: { row: CashDifference }) {
  if (paymentId !== null) return <AppLink to={paymentPath(paymentId)}>{label}</AppLink>
  return transactionId === null ? label : <AppLink to={transactionPath(transactionId)}>{label}</AppLink>
}
