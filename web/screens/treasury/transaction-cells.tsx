import { IconPaperclip } from '@tabler/icons-react'
import { formatAmount, toCents } from '@agremia/resources/rules/amount.ts'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import { useFields } from '../../api/queries.ts'
import { CellText } from '../../fields/text-cell.tsx'
import { choiceText } from '../../fields/texts.ts'
import type { CellProps, Reads } from '../../resource/list/reading.ts'
import { type CardSetup, type ColumnSetup, reading } from '../../resource/record-list.tsx'
import rowCard from '../../ui/row-card.module.css'
import { StateBadge } from '../../ui/state-badge.tsx'
import classes from './transaction-cells.module.css'

/** The columns of a list of transactions; `hasBalance` shows the balance of the account after each one. */
export function transactionColumns({ hasBalance }: { hasBalance: boolean }): ColumnSetup<'transactions'>[] {
  return [
    { name: 'number', width: 7.25 },
    { name: 'date', width: 6.5 },
    { name: 'description', width: 12, preferredWidth: 22, ...reading(describedFields, DescriptionCell) },
    { name: 'categoryId', width: 9 },
    { name: 'externalEntityId', width: 9, ...reading(['externalEntityId', 'memberId'], PartyCell) },
    { name: 'accountId', width: 8 },
    {
      name: 'effect',
      label: 'Valor',
      width: 8,
      isDrawn: true,
      listed: true,
      ...reading(['effect'], EffectCell),
    },
    { name: 'accountBalance', width: 8, listed: hasBalance },
    { name: 'income', listed: false },
    { name: 'expense', listed: false },
    { name: 'kind', listed: false },
    { name: 'memberId', listed: false },
    { name: 'method', listed: false },
  ]
}

const describedFields = [
  'accountId',
  'description',
  'documentIds',
  'fromAccountId',
  'kind',
  'status',
  'toAccountId',
] as const

const cardFields = [
  ...describedFields,
  'categoryId',
  'date',
  'effect',
  'externalEntityId',
  'memberId',
] as const

/** A transaction on a phone. */
export const transactionCard: CardSetup<'transactions'> = {
  ...reading(cardFields, TransactionCard),
  height: 4.25,
}

/** The accounts of a transfer, `Caixa → Conta à ordem`; undefined for other transactions. */
export function transferText(
  record: Reads<'transactions', 'accountId' | 'fromAccountId' | 'kind' | 'toAccountId'>,
): string | undefined {
  if (record.kind !== 'transfer') return undefined
  const account = record.accountLabel ?? ''
  const [from, to] =
    record.fromAccountId === null
      ? [account, record.toAccountLabel ?? '']
      : [record.fromAccountLabel ?? '', account]
  return `${from} → ${to}`
}

/** The description with the accounts of a transfer, the state, and a mark of documents. */
function DescriptionCell({ record }: CellProps<'transactions', (typeof describedFields)[number]>) {
  const text = [transferText(record), record.description].filter(Boolean).join(' · ')
  return (
    <span className={classes.description}>
      <CellText>{text}</CellText>
      <Marks record={record} />
    </span>
  )
}

function Marks({ record }: CellProps<'transactions', 'documentIds' | 'status'>) {
  const status = useFields('transactions')?.status
  const count = record.documentIds.length
  return (
    <>
      {count > 0 && (
        <span className={classes.clip}>
          <IconPaperclip size="0.9375rem" stroke={1.5} aria-hidden />
          <span className="visually-hidden">com documento</span>
        </span>
      )}
      {status && record.status !== 'registered' && <StateBadge label={choiceText(record.status, status)} />}
    </>
  )
}

/** The entity or the member. */
function PartyCell({ record }: CellProps<'transactions', 'externalEntityId' | 'memberId'>) {
  return <CellText>{partyText(record)}</CellText>
}

function partyText(record: Reads<'transactions', 'externalEntityId' | 'memberId'>): string {
  return record.externalEntityLabel || record.memberLabel || ''
}

/** What a transaction adds to its account, with its sign; also the sum of a list. */
export function EffectCell({ record }: CellProps<'transactions', 'effect'>) {
  return <SignedAmount euros={record.effect} />
}

/** An amount with its sign: `+12,00 €`, `−5,00 €`. */
export function SignedAmount({ euros }: { euros: unknown }) {
  const cents = toCents(euros)
  return (
    <span className={classes.amount} data-sign={Math.sign(cents)}>
      {cents > 0 && '+'}
      {formatAmount(cents)}
    </span>
  )
}

function TransactionCard({ record }: CellProps<'transactions', (typeof cardFields)[number]>) {
  const facts = [formatDate(record.date), transferText(record) ?? record.categoryLabel, partyText(record)]
  return (
    <span className={rowCard.card}>
      <span className={rowCard.line}>
        <span className={classes.description}>
          <strong className={rowCard.name}>{record.description}</strong>
          <Marks record={record} />
        </span>
        <SignedAmount euros={record.effect} />
      </span>
      <span className={rowCard.facts}>{facts.filter(Boolean).join(' · ')}</span>
    </span>
  )
}
