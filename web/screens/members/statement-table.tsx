import type { ReactNode } from 'react'
import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import { centsToDecimal, decimalToCents } from '@agremia/resources/rules/amount.ts'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import { useFields } from '../../api/queries.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import { choiceText, texts } from '../../fields/texts.ts'
import type { StatementEntry } from './statement-query.ts'
import data from '../../ui/data-table.module.css'
import classes from './account-statement.module.css'

interface StatementTableProps {
  /** By date, oldest first. */
  entries: readonly StatementEntry[]
  /** Entries of earlier years, shown as one row with their sums. */
  earlier: readonly StatementEntry[]
  receiptOf: (entry: StatementEntry) => ReactNode
}

/** The entries of an account, newest first. */
export function StatementTable({ entries, earlier, receiptOf }: StatementTableProps) {
  const last = earlier.at(-1)
  const method = useFields('payments')?.method
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
                <span className={data.note} data-narrow>
                  {formatDate(entry.date)}
                </span>
                <span className={data.note}>{noteOf(entry, method)}</span>
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
            <tr className={classes.before}>
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

/** The amount owed, or the credit when the balance is negative. */
function Balance({ value }: { value: number }) {
  return (
    <td data-align="end" className={classes.balance}>
      {value < 0 ? `${texts.money.toText(-value)} a favor` : texts.money.toText(value)}
    </td>
  )
}

/** In euros; added in cents to avoid rounding errors. */
function sumOf(entries: readonly StatementEntry[], of: 'charged' | 'paid'): number {
  const cents = entries.reduce((sum, entry) => sum + (decimalToCents(entry[of]) ?? 0), 0)
  return centsToDecimal(cents)
}

function amount(value: number): string {
  return value === 0 ? '' : texts.money.toText(value)
}

/** The line below an entry: due date and open amount of a charge, method of a payment, credit. */
function noteOf(entry: StatementEntry, methods: FieldDescriptor | undefined): string {
  const { kind, open = 0, charged, credit, dueDate = '', method } = entry
  if (kind === 'payment') {
    const means = methods && choiceText(method, methods)
    return [means, credit > 0 && `${texts.money.toText(credit)} de crédito`].filter(Boolean).join(' · ')
  }
  const due = `${dueDate < organisationToday() ? 'venceu' : 'vence'} a ${formatDate(dueDate)}`
  const rest = open < charged ? `faltam ${texts.money.toText(open)} · ${due}` : due
  return [open > 0 ? rest : 'paga', credit > 0 && `${texts.money.toText(credit)} com crédito`]
    .filter(Boolean)
    .join(' · ')
}
