import type { ActionDescriptor } from '@agremia/resources/descriptor.ts'
import { formatAmount, toCents } from '@agremia/resources/rules/amount.ts'
import { addDays, formatDateLong } from '@agremia/resources/rules/dates.ts'
import {
  type FiscalYearStart,
  fiscalYearDays,
  fiscalYearOf,
  fiscalYearText,
} from '@agremia/resources/rules/fiscal-year.ts'
import { counted, joinList } from '@agremia/resources/rules/plural.ts'
import { IconLock, IconLockOpen } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api, isTimedOut } from '../../api/client.ts'
import { useFiscalYear } from '../../api/fiscal-year.ts'
import { useSession } from '../../api/queries.ts'
import type { Values } from '../../fields/index.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import { pastSheetsPath } from '../../paths/dues.ts'
import { closingOfYearPath, yearParameter } from '../../paths/treasury.ts'
import {
  documentsWithoutTransaction,
  openBankLines,
  transactionsOfAccount,
  transactionsWithoutDocument,
  transfersAround,
} from '../../paths/treasury-lists.ts'
import { ActionDialog } from '../../resource/actions/action-dialog.tsx'
import { QueryPage } from '../../resource/query-page.tsx'
import { ClosedHistory } from '../../resource/record-history.tsx'
import { toastError } from '../../resource/toast-error.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Choice } from '../../ui/choice.tsx'
import { CommandButton } from '../../ui/command-button.tsx'
import { confirmDialog } from '../../ui/confirm-dialog.tsx'
import { euros } from '../../ui/euros.tsx'
import { PageAction } from '../../ui/page-action.tsx'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useNavigate, useSearchParams } from '../../ui/router.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { toast } from '../../ui/toasts.tsx'
import { NumberTable } from '../../ui/number-table.tsx'
import { CashDifferencesPanel } from './cash-differences.tsx'
import { accountsQuery, yearsSince } from './treasury-accounts.ts'
import { WithAccounts } from './with-accounts.tsx'
import { type OpenItems, type TreasuryYear, treasuryYearQuery } from './year-data.ts'
import classes from './treasury-overview.module.css'

/** Unfinished items and balances of a year, with the buttons to close and reopen it. */
export default function YearClosing() {
  const [parameters] = useSearchParams()
  const asked = Number(parameters.get(yearParameter))
  const start = useFiscalYear()
  const year = asked > 0 ? asked : fiscalYearOf(start, organisationToday()) - 1
  const query = useQuery(treasuryYearQuery(year))
  return (
    <WithAccounts>
      <QueryPage query={query}>{(found) => <YearPage found={found} />}</QueryPage>
    </WithAccounts>
  )
}

function YearPage({ found }: { found: TreasuryYear }) {
  const { year, isClosed, closedUntil, refusal, openYears } = found
  const start = useFiscalYear()
  return (
    <Page
      title={`Fecho de ${fiscalYearText(start, year)}`}
      state={<StateBadge tone={isClosed ? 'green' : 'amber'} label={isClosed ? 'Fechado' : 'Por fechar'} />}
      subtitle={
        closedUntil === null
          ? 'Ainda não há contas fechadas'
          : `Contas fechadas até ${formatDateLong(closedUntil)}`
      }
      tools={<YearChoice year={year} />}
      action={isClosed ? <Reopen found={found} /> : refusal === null && <Close found={found} />}
    >
      {refusal !== null && <p>{refusal}</p>}
      {!isClosed && openYears.length > 0 && (
        <p>
          Também estão por fechar, e fecham com este:{' '}
          {joinList(openYears.map((one) => fiscalYearText(start, one)))}.
        </p>
      )}
      <div className={classes.panels}>
        <Balances found={found} />
        <OpenInYear found={found} />
      </div>
      <CashDifferencesPanel cash={found.cash} hasDates />
      <ClosedHistory resource="settings" id="closedUntil" />
    </Page>
  )
}

function YearChoice({ year }: { year: number }) {
  const navigate = useNavigate()
  const start = useFiscalYear()
  const years = yearsSince(useQuery(accountsQuery).data?.data ?? [], start)
  const data = years.includes(String(year)) ? years : [...years, String(year)]
  return (
    <Choice
      aria-label="Ano"
      data={data.map((value) => ({ value, label: fiscalYearText(start, Number(value)) }))}
      value={String(year)}
      onChange={(chosen) => chosen && navigate(closingOfYearPath(Number(chosen)))}
    />
  )
}

function Balances({ found: { accounts, year } }: { found: TreasuryYear }) {
  const title = 'Saldos das contas'
  const total = (name: 'opening' | 'closing') =>
    formatAmount(accounts.reduce((sum, account) => sum + toCents(account[name]), 0))
  return (
    <Panel title={title}>
      <NumberTable
        label={title}
        rows={accounts}
        keyOf={({ _id }) => _id}
        columns={[
          {
            head: 'Conta',
            cell: ({ _id, name }) => <AppLink to={transactionsOfAccount(_id, year)}>{name}</AppLink>,
            total: 'Total',
          },
          { head: 'No início', cell: ({ opening }) => euros(opening), total: total('opening') },
          { head: 'No fim', cell: ({ closing }) => euros(closing), total: total('closing') },
        ]}
      />
    </Panel>
  )
}

interface OpenItem {
  text: string
  to?: string
  amount?: ReactNode
}

/** Unfinished items of the year, with links to their lists. */
function itemsOf(found: TreasuryYear, start: FiscalYearStart): OpenItem[] {
  const { year, openCashDays, cash } = found
  const days = fiscalYearDays(start, year)
  const items: [OpenItems, one: string, many: string, to: string][] = [
    [
      found.transactionsWithoutDocument,
      'despesa sem documento',
      'despesas sem documento',
      transactionsWithoutDocument(year),
    ],
    [
      found.documentsWithoutTransaction,
      'documento sem transação',
      'documentos sem transação',
      documentsWithoutTransaction(days),
    ],
    [
      found.openBankLines,
      'linha do extrato por conciliar',
      'linhas do extrato por conciliar',
      openBankLines(days),
    ],
    [
      found.underWay,
      'transferência a caminho no fim do ano',
      'transferências a caminho no fim do ano',
      transfersAround(days),
    ],
  ]
  return [
    ...items
      .filter(([{ count }]) => count > 0)
      .map(([{ count, amount }, one, many, to]) => ({
        text: counted(count, one, many),
        to,
        amount: euros(amount),
      })),
    ...(openCashDays > 0
      ? [
          {
            text: counted(openCashDays, 'folha de caixa por fechar', 'folhas de caixa por fechar'),
            to: pastSheetsPath,
          },
        ]
      : []),
    ...(cash.toCorrect > 0
      ? [
          {
            text: counted(
              cash.toCorrect,
              'pagamento ou devolução só na folha ou só na conta de caixa',
              'pagamentos ou devoluções só na folha ou só na conta de caixa',
            ),
          },
        ]
      : []),
  ]
}

function OpenInYear({ found }: { found: TreasuryYear }) {
  const start = useFiscalYear()
  const items = itemsOf(found, start)
  return (
    <Panel title={`Por tratar em ${fiscalYearText(start, found.year)}`}>
      {items.length === 0 ? (
        <p className="dimmed">Não há nada por tratar.</p>
      ) : (
        <ul className={classes.pending}>
          {items.map(({ text, to, amount }) => (
            <li key={text}>
              {to === undefined ? <span>{text}</span> : <AppLink to={to}>{text}</AppLink>}
              <span>{amount}</span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

const icon = { size: '1.125rem', stroke: 1.75, 'aria-hidden': true } as const

/** Does an action on the year and shows the year as it is then. Returns whether it was done. */
function useYearAction({ year }: TreasuryYear) {
  const client = useQueryClient()
  const text = fiscalYearText(useFiscalYear(), year)
  return async (action: 'close' | 'reopen', input: Values): Promise<boolean> => {
    const answer = await api.act<{ data: TreasuryYear }>(`treasury_years/${year}/${action}`, input)
    if (isTimedOut(answer)) return false
    client.setQueryData(treasuryYearQuery(year).queryKey, answer.data)
    toast(action === 'close' ? `Ano de ${text} fechado.` : `Ano de ${text} reaberto.`)
    return true
  }
}

/** Asks and closes the year. */
function Close({ found }: { found: TreasuryYear }) {
  const act = useYearAction(found)
  const [busy, setBusy] = useState(false)
  const start = useFiscalYear()
  if (useSession()?.role !== 'admin') return null
  const open = itemsOf(found, start).length
  const text = fiscalYearText(start, found.year)
  const { last } = fiscalYearDays(start, found.year)
  const close = async () => {
    const isConfirmed = await confirmDialog({
      title: `Fechar ${text}?`,
      message: `${open > 0 ? `Há ${counted(open, 'assunto', 'assuntos')} por tratar, que podem ficar assim. ` : ''}Até ${formatDateLong(last)} deixa de se poder registar, alterar ou anular pagamentos e transações. Só quem administra pode reabrir.`,
      confirmLabel: `Fechar ${text}`,
    })
    if (!isConfirmed) return
    setBusy(true)
    await act('close', {}).catch((error: unknown) => toastError(error, 'Não foi possível fechar o ano.'))
    setBusy(false)
  }
  return (
    <PageAction
      label={`Fechar ${text}`}
      icon={<IconLock {...icon} />}
      loading={busy}
      onClick={() => void close()}
    />
  )
}

const reopening: ActionDescriptor = {
  name: 'reopen',
  label: 'Reabrir',
  icon: 'unlock',
  done: '',
  fields: {
    reason: {
      name: 'reason',
      label: 'Motivo',
      group: '',
      type: 'string',
      inputType: 'textarea',
      validation: ['required', 'max:500'],
    },
  },
}

/** Administrators reopen the year with a reason. */
function Reopen({ found }: { found: TreasuryYear }) {
  const act = useYearAction(found)
  const [isOpen, setIsOpen] = useState(false)
  const start = useFiscalYear()
  if (useSession()?.role !== 'admin') return null
  const text = fiscalYearText(start, found.year)
  const { first } = fiscalYearDays(start, found.year)
  return (
    <>
      <CommandButton icon={IconLockOpen} label={`Reabrir ${text}`} onClick={() => setIsOpen(true)} />
      {isOpen && (
        <ActionDialog
          title={`Reabrir ${text}`}
          action={reopening}
          intro={`As contas ficam fechadas até ${formatDateLong(addDays(first, -1))}. O motivo fica no histórico.`}
          onRun={async (input) => {
            if (await act('reopen', input)) setIsOpen(false)
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
