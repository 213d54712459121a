import { formatDate } from '@agremia/resources/rules/dates.ts'
import { IconFileUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useResource } from '../../api/queries.ts'
import type { CellProps } from '../../resource/list/reading.ts'
import {
  type CardSetup,
  type ColumnSetup,
  type FilterSetup,
  reading,
  RecordList,
} from '../../resource/record-list.tsx'
import { lazyDialog } from '../../ui/lazy-part.ts'
import rowCard from '../../ui/row-card.module.css'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { CommandButton } from '../../ui/command-button.tsx'
import { accountsQuery, SignedAmount, WithAccounts } from '../treasury/index.ts'
import { reconciliationLead } from './reconciliation-lead.tsx'
import classes from './bank.module.css'

const ImportStatement = lazyDialog(() => import('./import-statement.tsx'))

/** The lines of the bank's statements, by default those that wait to be booked. */
export default function BankLinesList() {
  const accounts = useQuery(accountsQuery).data?.data
  return (
    <WithAccounts>
      {accounts ? (
        <Lines accountId={accounts.find(({ kind, active }) => kind === 'bank' && active)?._id} />
      ) : (
        <PageSkeleton />
      )}
    </WithAccounts>
  )
}

function Lines({ accountId }: { accountId: string | undefined }) {
  const [isImporting, setIsImporting] = useState(false)
  const may = useResource('bankLines')?.actions.some(({ name }) => name === 'accept')
  const defaultFilters = useMemo(
    () => ({ status: ['open'], ...(accountId !== undefined && { accountId: [accountId] }) }),
    [accountId],
  )
  return (
    <>
      <RecordList
        resource="bankLines"
        title="Conciliação"
        columns={columns}
        cardOf={card}
        filters={filters}
        defaultFilters={defaultFilters}
        elsewhereWords="já conciliadas ou noutras contas"
        lead={reconciliationLead}
        action={
          may && (
            <CommandButton
              icon={IconFileUpload}
              label="Importar extrato"
              variant="filled"
              onClick={() => setIsImporting(true)}
            />
          )
        }
        searchPlaceholder="Descrição ou nome…"
        purpose="Aqui ficam os movimentos do banco. Cada um torna-se um pagamento, uma transação ou uma transferência, ou confirma o que já cá está."
      />
      {isImporting && <ImportStatement accountId={accountId} onClose={() => setIsImporting(false)} />}
    </>
  )
}

const suggestionFields = ['isSure', 'kind', 'status', 'suggestions', 'ignoreReason'] as const
const cardFields = ['amount', 'counterpartName', 'date', 'description', ...suggestionFields] as const

const columns: ColumnSetup<'bankLines'>[] = [
  { name: 'date', width: 6.5 },
  { name: 'description', width: 13, preferredWidth: 20 },
  { name: 'counterpartName', width: 9, listed: false },
  { name: 'amount', width: 7, ...reading(['amount'], AmountCell) },
  {
    name: 'suggestions',
    label: 'O que é',
    width: 16,
    preferredWidth: 22,
    isDrawn: true,
    listed: true,
    ...reading(suggestionFields, SuggestionCell),
  },
  { name: 'status', width: 8.5 },
]
const filters: FilterSetup<'bankLines'>[] = [{ field: 'status' }, { field: 'isSure' }, { field: 'date' }]
const card: CardSetup<'bankLines'> = { ...reading(cardFields, LineCard), height: 4.25 }

function AmountCell({ record }: CellProps<'bankLines', 'amount'>) {
  return <SignedAmount euros={record.amount} />
}

/** The first suggestion, and whether it is sure. */
function SuggestionCell({ record }: CellProps<'bankLines', (typeof suggestionFields)[number]>) {
  const [first] = record.suggestions ?? []
  if (record.status === 'ignored') return <span>{record.ignoreReason}</span>
  if (record.status !== 'open' || !first) return null
  return (
    <span className={classes.suggestion} title={`${first.label} (${first.reasons.join(', ')})`}>
      <span>{first.label}</span>
      {first.isSure && <StateBadge tone="green" label="Certa" />}
    </span>
  )
}

function LineCard({ record }: CellProps<'bankLines', (typeof cardFields)[number]>) {
  const [first] = record.suggestions ?? []
  return (
    <span className={rowCard.card}>
      <span className={rowCard.line}>
        <strong className={rowCard.name}>{record.counterpartName || record.description}</strong>
        <SignedAmount euros={record.amount} />
      </span>
      <span className={rowCard.facts}>
        {[formatDate(record.date), record.status === 'open' && first?.label].filter(Boolean).join(' · ')}
      </span>
    </span>
  )
}
