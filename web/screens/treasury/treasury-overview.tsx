import { IconArrowsExchange, IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { formatAmount, toCents } from '@agremia/resources/rules/amount.ts'
import { formatDate, formatDateLong } from '@agremia/resources/rules/dates.ts'
import { fiscalYearText } from '@agremia/resources/rules/fiscal-year.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import { useFiscalYear } from '../../api/fiscal-year.ts'
import { useFields, useMay } from '../../api/queries.ts'
import { choiceText } from '../../fields/texts.ts'
import {
  newTransactionPath,
  newTransferPath,
  transactionPath,
  transactionsPath,
  yearClosingPath,
} from '../../paths/treasury.ts'
import {
  documentsWithoutTransaction,
  transactionsOfAccount,
  transactionsWithoutDocument,
} from '../../paths/treasury-lists.ts'
import { QueryPage } from '../../resource/query-page.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { euros } from '../../ui/euros.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { PageAction } from '../../ui/page-action.tsx'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { CommandButton } from '../../ui/command-button.tsx'
import { IncomeWarnings } from '../reports/index.ts'
import { MonthsPanel } from './months-panel.tsx'
import {
  type LatestTransaction,
  type Overview,
  type OverviewAccount,
  overviewQuery,
} from './overview-data.ts'
import { SignedAmount } from './transaction-cells.tsx'
import { WithAccounts } from './with-accounts.tsx'
import classes from './treasury-overview.module.css'

/** The treasury at a glance: balances, the months of the year, the last transactions, and what is left to do. */
export default function TreasuryOverview() {
  const query = useQuery(overviewQuery)
  return (
    <WithAccounts>
      <QueryPage query={query}>{(overview) => <OverviewPage overview={overview} />}</QueryPage>
    </WithAccounts>
  )
}

function OverviewPage({ overview }: { overview: Overview }) {
  return (
    <Page
      title="Tesouraria"
      subtitle={
        overview.closedUntil === null ? undefined : (
          <AppLink className={classes.closed} to={yearClosingPath}>
            <IconLock size="0.9375rem" stroke={1.5} aria-hidden />
            Contas fechadas até {formatDateLong(overview.closedUntil)}
          </AppLink>
        )
      }
      tools={
        <>
          <TransferLink />
          <CommandButton icon={IconLock} label="Fecho do ano" to={yearClosingPath} />
        </>
      }
      action={<PageAction label="Nova transação" to={newTransactionPath} />}
    >
      <IncomeWarnings />
      <Accounts overview={overview} />
      <div className={classes.panels}>
        <div className="stack">
          <MonthsPanel overview={overview} />
          <Pending overview={overview} />
        </div>
        <Latest latest={overview.latest} />
      </div>
    </Page>
  )
}

function TransferLink() {
  const mayCreate = useMay('transactions').create
  const accounts = useQuery(overviewQuery).data?.accounts.filter(({ active }) => active) ?? []
  if (!mayCreate || accounts.length < 2) return null
  return <CommandButton icon={IconArrowsExchange} label="Transferir" to={newTransferPath} />
}

/** The balance of each account that is in use or not empty, and of all. */
function Accounts({ overview: { accounts, total, year } }: { overview: Overview }) {
  const kind = useFields('treasuryAccounts')?.kind
  const shown = accounts.filter(({ active, balance }) => active || balance !== 0)
  const noteOf = (account: OverviewAccount) =>
    account.active ? kind && choiceText(account.kind, kind) : 'Fora de uso'
  return (
    <Facts>
      {shown.length > 1 && (
        <Fact label="Em todas as contas" value={formatAmount(toCents(total))} note="Saldo de hoje" />
      )}
      {shown.map((account) => (
        <Fact
          key={account._id}
          label={account.name}
          value={<AppLink to={transactionsOfAccount(account._id, year)}>{euros(account.balance)}</AppLink>}
          note={noteOf(account)}
        />
      ))}
    </Facts>
  )
}

/** Papers without a transaction and transactions without a paper. */
function Pending({ overview }: { overview: Overview }) {
  const { year, documentsWithoutTransaction: papers, transactionsWithoutDocument: bare } = overview
  const start = useFiscalYear()
  if (papers.count === 0 && bare.count === 0) return null
  return (
    <Panel title="Por tratar">
      <ul className={classes.pending}>
        {papers.count > 0 && (
          <li>
            <AppLink to={documentsWithoutTransaction()}>
              {counted(papers.count, 'documento', 'documentos')} sem transação
            </AppLink>
            <span>{euros(papers.amount)}</span>
          </li>
        )}
        {bare.count > 0 && (
          <li>
            <AppLink to={transactionsWithoutDocument(year)}>
              {counted(bare.count, 'despesa', 'despesas')} de {fiscalYearText(start, year)} sem documento
            </AppLink>
            <span>{euros(bare.amount)}</span>
          </li>
        )}
      </ul>
    </Panel>
  )
}

function Latest({ latest }: { latest: readonly LatestTransaction[] }) {
  const fields = useFields('transactions')
  return (
    <Panel
      title="Últimas transações"
      tools={
        <AppLink className={classes.all} to={transactionsPath}>
          Ver todas
        </AppLink>
      }
    >
      {latest.length === 0 ? (
        <p className="dimmed">
          Ainda não há transações. Os pagamentos são lançados sozinhos; o resto regista-se em «Nova
          transação».
        </p>
      ) : (
        <ul className={classes.latest}>
          {latest.map((one) => (
            <li key={one._id}>
              <AppLink to={transactionPath(one._id)} className={classes.one}>
                <span className={classes.what}>{one.description}</span>
                <LatestAmount transaction={one} />
                <span className={classes.facts}>
                  {formatDate(one.date)} · {accountsText(one)}
                  {fields?.status && one.status !== 'registered' && (
                    <StateBadge label={choiceText(one.status, fields.status)} />
                  )}
                </span>
              </AppLink>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** A transfer changes no total: its amount has no sign. */
function LatestAmount({ transaction }: { transaction: LatestTransaction }) {
  if (transaction.kind === 'transfer')
    return <span className={classes.plain}>{euros(transaction.amount)}</span>
  return <SignedAmount euros={transaction.effect} />
}

function accountsText({ accountLabel, toAccountLabel }: LatestTransaction): string {
  return toAccountLabel === null ? accountLabel : `${accountLabel} → ${toAccountLabel}`
}
