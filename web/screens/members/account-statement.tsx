import type { Euros } from '@agremia/resources/rules/amount.ts'
import { type ReactNode, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { NativeSelect } from '@mantine/core'
import { recordPath } from '@agremia/resources/paths.ts'
import type { PaymentMethod } from '@agremia/resources/payment-methods.ts'
import type { ReturnReasonCode } from '@agremia/resources/return-reasons.ts'
import { balanceText, entryNote } from '@agremia/resources/statement.ts'
import { toEuros, toCents } from '@agremia/resources/rules/amount.ts'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import { keys } from '../../api/queries.ts'
import { dataQuery } from '../../api/data-query.ts'
import { RowsPlaceholder } from '../../resource/query-page.tsx'
import { organisationToday } from '../../fields/organisation-clock.ts'
import { texts } from '../../fields/texts.ts'
import data from '../../ui/data-table.module.css'
import classes from './account-statement.module.css'

/** The answer of `GET /members/:id/statement`: charges and payments by date. Amounts in euros. */
interface Statement {
  balance: Euros
  overdueAmount: Euros
  credit: Euros
  entries: StatementEntry[]
}

export interface StatementEntry {
  kind: 'charge' | 'payment' | 'return' | 'refund'
  /** Id of the charge, payment, return or refund. */
  id: string
  date: string
  text: string
  charged: Euros
  paid: Euros
  /** The balance after this entry; negative is credit. */
  balance: Euros
  /** Charge: the part paid by earlier credit. Payment: the part that settled no charge. */
  credit: Euros
  /** Only for charges. */
  dueDate?: string
  open?: Euros
  /** Not for charges. */
  method?: PaymentMethod
  /** Only for returns. */
  reason?: ReturnReasonCode
}

/** The statement of a member. Its key extends the record's key, so that changes of the member invalidate it. */
function statementQuery(memberId: string) {
  return dataQuery<Statement>(
    [...keys.record('members', memberId), 'statement'],
    `${recordPath('members', memberId)}/statement`,
  )
}

interface AccountStatementProps {
  memberId: string
  /** Draws the receipt number as a link or button that opens the receipt. */
  receiptOf: (entry: StatementEntry) => ReactNode
  /** Buttons beside the title. */
  actions: ReactNode
}

/** The member's charges and payments, newest first, with the balance after each entry; can be limited to a year. */
export function AccountStatement({ memberId, receiptOf, actions }: AccountStatementProps) {
  const found = useQuery(statementQuery(memberId))
  const [year, setYear] = useState('')
  const { data } = found
  if (!data) return <RowsPlaceholder query={found} />
  const years = [...new Set(data.entries.map(yearOf))].toReversed()
  return (
    <section className={classes.statement} aria-labelledby="conta-corrente">
      <div className={classes.head}>
        <h2 id="conta-corrente" className={classes.title}>
          Conta corrente
        </h2>
        {years.length > 1 && (
          <NativeSelect
            aria-label="Ano"
            value={year}
            onChange={(event) => setYear(event.currentTarget.value)}
            data={[{ value: '', label: 'Todos os anos' }, ...years]}
          />
        )}
        {actions}
      </div>
      {years.length === 0 ? (
        <p className="dimmed">Ainda não há nada a pagar nem pago.</p>
      ) : (
        <StatementTable
          entries={data.entries.filter((entry) => year === '' || yearOf(entry) === year)}
          earlier={data.entries.filter((entry) => yearOf(entry) < year)}
          receiptOf={receiptOf}
        />
      )}
    </section>
  )
}

function yearOf({ date }: StatementEntry): string {
  return date.slice(0, 4)
}

interface StatementTableProps {
  /** By date, oldest first. */
  entries: readonly StatementEntry[]
  /** Entries of earlier years, shown as one row with their sums. */
  earlier: readonly StatementEntry[]
  receiptOf: (entry: StatementEntry) => ReactNode
}

/** The entries of an account, newest first. */
function StatementTable({ entries, earlier, receiptOf }: StatementTableProps) {
  const last = earlier.at(-1)
  return (
    <div className={classes.surface}>
      <table className={`${data.table} ${classes.table}`} aria-label="Conta corrente">
        <thead>
          <tr>
            <th scope="col" data-wide>
              Data
            </th>
            <th scope="col">Descrição</th>
            <th scope="col" data-align="end" data-wide>
              A pagar
            </th>
            <th scope="col" data-align="end" data-wide>
              Pago
            </th>
            <th scope="col" data-align="end" data-narrow>
              Valor
            </th>
            <th scope="col" data-align="end">
              Em dívida
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.toReversed().map((entry) => (
            <tr key={`${entry.kind} ${entry.id}`}>
              <td className={classes.date} data-wide>
                {formatDate(entry.date)}
              </td>
              <td>
                {entry.kind === 'payment' ? receiptOf(entry) : entry.text}
                <span className={`${data.note} tabular`} data-narrow>
                  {formatDate(entry.date)}
                </span>
                <span className={data.note}>{noteOf(entry)}</span>
              </td>
              <td data-align="end" data-wide>
                {amount(entry.charged)}
              </td>
              <td data-align="end" data-tone="green" data-wide>
                {amount(entry.paid)}
              </td>
              <td data-align="end" data-tone={entry.paid > 0 ? 'green' : undefined} data-narrow>
                {amount(entry.charged - entry.paid)}
              </td>
              <Balance value={entry.balance} />
            </tr>
          ))}
          {last && (
            <tr className="dimmed">
              <td className={classes.date} data-wide>
                {formatDate(last.date)}
              </td>
              <td>Dos anos anteriores</td>
              <td data-align="end" data-wide>
                {amount(sumOf(earlier, 'charged'))}
              </td>
              <td data-align="end" data-wide>
                {amount(sumOf(earlier, 'paid'))}
              </td>
              <td data-align="end" data-narrow>
                {amount(last.balance)}
              </td>
              <Balance value={last.balance} />
            </tr>
          )}
        </tbody>
      </table>
    </div>
  )
}

function Balance({ value }: { value: number }) {
  return (
    <td data-align="end" className={classes.balance}>
      {balanceText(toCents(value))}
    </td>
  )
}

/** In euros; added in cents to avoid rounding errors. */
function sumOf(entries: readonly StatementEntry[], of: 'charged' | 'paid'): number {
  const cents = entries.reduce((sum, entry) => sum + toCents(entry[of]), 0)
  return toEuros(cents)
}

function amount(value: number): string {
  return value === 0 ? '' : texts.money.toText(value)
}

function noteOf({ charged, credit, open = 0, ...entry }: StatementEntry): string {
  const cents = { charged: toCents(charged), credit: toCents(credit), open: toCents(open) }
  return entryNote({ ...entry, ...cents }, organisationToday())
}
