import { formatAmount, toCents } from '@agremia/resources/rules/amount.ts'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import { useQuery } from '@tanstack/react-query'
import type { List, ListLead } from '../../resource/record-list.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { AccountChoice, accountsQuery } from '../treasury/index.ts'
import { reconciliationQuery } from './reconciliation-query.ts'
import classes from './bank.module.css'

/** The account, and its balance against that of its last statement. */
export const reconciliationLead: ListLead = { Part: ReconciliationLead, filters: ['accountId'] }

function ReconciliationLead({ list }: { list: List }) {
  const accounts = useQuery(accountsQuery).data?.data ?? []
  const chosen = list.state.filters.accountId ?? []
  const [accountId] = chosen
  return (
    <div className={classes.lead}>
      <AccountChoice list={list} accounts={accounts} />
      {chosen.length === 1 && accountId !== undefined && <Balances accountId={accountId} />}
    </div>
  )
}

function Balances({ accountId }: { accountId: string }) {
  const found = useQuery(reconciliationQuery(accountId)).data
  if (!found || found.closingDate === null) return null
  const difference = toCents(found.closingBalance) - toCents(found.accountBalance)
  return (
    <Facts>
      <Fact
        label={`Saldo do banco, ${formatDate(found.closingDate)}`}
        value={formatAmount(toCents(found.closingBalance))}
      />
      <Fact label="Saldo da conta nesse dia" value={formatAmount(toCents(found.accountBalance))} />
      <Fact
        label="Diferença"
        value={
          <span data-tone={difference === 0 ? 'green' : 'amber'} className={classes.difference}>
            {formatAmount(difference)}
          </span>
        }
        note={
          difference === 0
            ? 'O banco e a tesouraria dizem o mesmo.'
            : [
                found.open > 0 && `${counted(found.open, 'linha', 'linhas')} por conciliar`,
                found.unreconciled > 0 &&
                  `${counted(found.unreconciled, 'transação que o banco não tem', 'transações que o banco não tem')}`,
              ]
                .filter(Boolean)
                .join(' · ')
        }
      />
    </Facts>
  )
}
