import { SegmentedControl } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Cents } from '@agremia/resources/rules/amount.ts'
import { formatAmount, toCents } from '@agremia/resources/rules/amount.ts'
import { fiscalYearText } from '@agremia/resources/rules/fiscal-year.ts'
import { useFiscalYear } from '../../api/fiscal-year.ts'
import { withFilter, withoutField } from '../../resource/list/list-state.ts'
import type { List, ListLead } from '../../resource/record-list.tsx'
import { SignedAmount } from './transaction-cells.tsx'
import { accountsQuery, type TreasuryAccount, yearsSince } from './treasury-accounts.ts'
import { Choice } from '../../ui/choice.tsx'
import classes from './transactions-lead.module.css'

/** The year, the account with its balance, and the totals of the whole search. */
export const transactionsLead: ListLead = { Part: TransactionsLead, filters: ['year', 'accountId'] }

function TransactionsLead({ list }: { list: List }) {
  const accounts = useQuery(accountsQuery).data?.data ?? []
  return (
    <div className={classes.lead} data-only="screen">
      <YearChoice list={list} accounts={accounts} />
      <AccountChoice list={list} accounts={accounts} />
      <Totals list={list} />
    </div>
  )
}

interface ChoiceProps {
  list: List
  accounts: readonly TreasuryAccount[]
}

const all = ''
/** More years are a list instead of buttons. */
const maxButtons = 4

/** Chooses one year or all; a range of dates is in no year. */
function YearChoice({ list: { state, change, isPhone }, accounts }: ChoiceProps) {
  const start = useFiscalYear()
  const years = yearsSince(accounts, start)
  const chosen = state.filters.year ?? []
  const value = chosen.length === 1 ? (chosen[0] ?? all) : all
  const choose = (year: string | null) =>
    change({ filters: withFilter(withoutField(state.filters, 'date'), 'year', year ? [year] : []) })
  const known = value === all || years.includes(value) ? years : [...years, value]
  const data = [
    ...known.map((year) => ({ value: year, label: fiscalYearText(start, Number(year)) })),
    { value: all, label: 'Todos os anos' },
  ]
  if (known.length > maxButtons || isPhone)
    return <Choice className={classes.year} aria-label="Ano" data={data} value={value} onChange={choose} />
  return <SegmentedControl aria-label="Ano" data={data} value={value} onChange={choose} />
}

/** Chooses one account or all, with their balances; those no longer in use, which moved in earlier years, are last. */
export function AccountChoice({ list: { state, change }, accounts }: ChoiceProps) {
  const chosen = state.filters.accountId ?? []
  const total = accounts.reduce((sum, { balance }) => sum + toCents(balance), 0)
  const data = [
    { value: all, label: 'Todas as contas' },
    ...accounts
      .toSorted((one, other) => Number(other.active) - Number(one.active))
      .map(({ _id, name, active }) => ({ value: _id, label: active ? name : `${name} (fora de uso)` })),
  ]
  const balances = new Map<string, Cents>([
    [all, total],
    ...accounts.map(({ _id, balance }): [string, Cents] => [_id, toCents(balance)]),
  ])
  const value = chosen.length === 1 ? (chosen[0] ?? all) : all
  return (
    <Choice
      className={classes.account}
      aria-label="Conta"
      data={data}
      value={value}
      onChange={(id) => change({ filters: withFilter(state.filters, 'accountId', id ? [id] : []) })}
      withCheckIcon={false}
      renderOption={({ option }) => (
        <span className={classes.option}>
          {option.label}
          <span className={classes.balance}>{formatAmount(balances.get(option.value) ?? 0)}</span>
        </span>
      )}
      rightSection={
        <span className={classes.chosen}>
          <span className={classes.balance}>{formatAmount(balances.get(value) ?? 0)}</span>
          <IconSelector size="1rem" stroke={1.5} aria-hidden />
        </span>
      }
      rightSectionWidth="8rem"
      rightSectionPointerEvents="none"
    />
  )
}

/** Totals of the whole search; transfers between accounts are in none of the first two. */
function Totals({ list: { rows } }: { list: List }) {
  const { sums } = rows
  if (!sums) return null
  return (
    <dl className={classes.totals} data-awaiting={rows.isAwaiting}>
      <div>
        <dt>Receita</dt>
        <dd>{formatAmount(toCents(sums.income))}</dd>
      </div>
      <div>
        <dt>Despesa</dt>
        <dd>{formatAmount(toCents(sums.expense))}</dd>
      </div>
      <div>
        <dt>Saldo</dt>
        <dd>
          <SignedAmount euros={sums.effect} />
        </dd>
      </div>
    </dl>
  )
}
