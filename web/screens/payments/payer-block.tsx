import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { ActionButton } from '../../resource/actions/action-buttons.tsx'
import { useActions } from '../../resource/actions/use-actions.tsx'
import type { Cents } from '@agremia/resources/rules/amount.ts'
import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { formatAmount, toCents } from '@agremia/resources/rules/amount.ts'
import { counted, joinList } from '@agremia/resources/rules/plural.ts'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import { ErrorState } from '../../ui/message-state.tsx'
import { AddLine } from './add-line.tsx'
import { DebtTicks } from './debt-ticks.tsx'
import { FoundMember } from './found-member.tsx'
import type { PaymentEntryControls } from './use-payment-entry.ts'
import { type PaidFor, paidForQuery, type Payer } from './payer-queries.ts'
import { listQuery } from '../../api/queries.ts'
import { KeyCaps } from '../../ui/key-caps.tsx'
import { proposalMark } from './use-entry-keys.ts'
import type { Debt } from './payment-plan.ts'
import classes from './payment-entry.module.css'

interface PayerBlockProps {
  entry: PaymentEntryControls
  payer: Payer
  /** Whether the member can be removed from the receipt. */
  isChangeable: boolean
}

/** A member on the receipt, with the open charges to tick. */
export function PayerBlock({ entry, payer, isChangeable }: PayerBlockProps) {
  const { record, debts, error, retry } = payer
  if (error) return <ErrorState title="Não foi possível ler as dívidas" onRetry={retry} />
  if (record === null) return <p className="dimmed">Esta ficha não existe.</p>
  const name = record?.name ?? ''
  return (
    <section className={classes.payer} aria-label={name || 'A carregar'}>
      <div className={classes.payerHead}>
        {record && <FoundMember member={record} />}
        {record && isChangeable && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconX size="1rem" stroke={1.75} aria-hidden />}
            onClick={() => entry.removePayer(payer.id)}
            aria-label={`Retirar ${name}`}
          >
            Retirar
          </Button>
        )}
      </div>
      {record && debts && <CreditNotice entry={entry} member={record} owes={debts.length > 0} />}
      {debts && <NextInstalments entry={entry} debts={debts} />}
      {debts && entry.payers.length === 1 && <PaidForLastTime entry={entry} memberId={payer.id} />}
      <DebtTicks
        entry={entry}
        debts={debts && entry.plan.debts.filter(({ memberId }) => memberId === payer.id)}
      />
      {debts && <AddLine entry={entry} memberId={payer.id} />}
    </section>
  )
}

interface CreditNoticeProps {
  entry: PaymentEntryControls
  member: ResourceRecord<'members'>
  owes: boolean
}

/** The member's credit, with a button that uses it for open charges. */
function CreditNotice({ entry, member, owes }: CreditNoticeProps) {
  const credit = toCents(member.credit)
  const { find, dialog } = useActions('members', member, {
    useCredit: {
      question: false,
      isOffered: owes,
      done: 'Crédito usado nas dívidas mais antigas.',
      after: (changed) => entry.updatePayer({ ...member, ...changed }),
    },
  })
  if (credit <= 0) return null
  return (
    <div className={classes.credit}>
      <span>
        Tem <strong>{formatAmount(credit)}</strong> de crédito.
      </span>
      <ActionButton action={find('useCredit')} size="compact-sm" />
      {dialog}
    </div>
  )
}

/** Members for whom this member also paid last time and who owe something now; Alt+A adds them to the receipt. */
function PaidForLastTime({ entry, memberId }: { entry: PaymentEntryControls; memberId: string }) {
  const found = useQuery(paidForQuery(memberId, entry.entry)).data ?? []
  if (found.length === 0) return null
  return (
    <div className={classes.instalment}>
      <span>Da última vez pagou também por {joinList(found.map(debtText))}.</span>
      <Button
        size="compact-sm"
        variant="default"
        rightSection={<KeyCaps keys="Alt+a" />}
        onClick={() => entry.addPayers(found.map(({ _id }) => _id))}
        {...proposalMark}
      >
        Juntar a este recibo
      </Button>
    </div>
  )
}

function debtText({ name, debts, balance }: PaidFor): string {
  return `${name} (${counted(debts, 'dívida', 'dívidas')}, ${formatAmount(toCents(balance))})`
}

interface NextInstalmentsProps {
  entry: PaymentEntryControls
  debts: readonly Debt[]
}

/** The next instalment of each agreement, with a button to pay only that. */
function NextInstalments({ entry, debts }: NextInstalmentsProps) {
  const agreements = new Set(debts.flatMap(({ agreementId }) => agreementId ?? []))
  return [...agreements].map((agreementId) => (
    <NextInstalment key={agreementId} entry={entry} agreementId={agreementId} />
  ))
}

function NextInstalment({ entry, agreementId }: { entry: PaymentEntryControls; agreementId: string }) {
  const parent = { resource: 'paymentAgreements', id: agreementId }
  const found = useQuery(listQuery('agreementInstalments', { parent, sort: 'dueDate', limit: 60 })).data?.data
  const next = nextInstalment(found ?? [])
  if (!next) return null
  return (
    <div className={classes.instalment}>
      <span>
        {next.number}.ª prestação do acordo: <strong>{formatAmount(next.cents)}</strong>, até{' '}
        {formatDate(next.dueDate)}.
      </span>
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => entry.payInstalment(agreementId, next.cents)}
      >
        Pagar a próxima prestação
      </Button>
    </div>
  )
}

/** The first instalment with an open amount. */
export function nextInstalment(
  instalments: readonly ResourceRecord<'agreementInstalments'>[],
): { number: number; dueDate: string; cents: Cents } | undefined {
  for (const { number, dueDate, amount, paidAmount, waivedAmount } of instalments) {
    const [whole = 0, paid = 0, waived = 0] = [amount, paidAmount, waivedAmount].map((value) =>
      toCents(value),
    )
    const cents = whole - paid - waived
    if (cents > 0) return { number, dueDate, cents }
  }
  return undefined
}
