import { useState, type ReactNode } from 'react'
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Awaited } from '../../resource/awaited.tsx'
import { StatementTable } from './statement-table.tsx'
import { statementQuery, type StatementEntry } from './statement-query.ts'
import classes from './account-statement.module.css'

interface AccountStatementProps {
  memberId: string
  /** How a receipt is opened: its number is what is pressed. */
  receiptOf: (entry: StatementEntry) => ReactNode
  /** What can be done with the account. */
  actions: ReactNode
}

/** What was charged and paid, the newest first, with what was owed after each entry. */
export function AccountStatement({ memberId, receiptOf, actions }: AccountStatementProps) {
  const found = useQuery(statementQuery(memberId))
  const [year, setYear] = useState('')
  const { data } = found
  if (!data) return <Awaited query={found} />
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
        <p className={classes.none}>Ainda não há nada a pagar nem pago.</p>
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
