import { formatDateLong } from '@agremia/resources/rules/dates.ts'
import { allows } from '@agremia/resources/access.ts'
import { useSettings } from '../../api/queries.ts'
import { choiceText } from '../../fields/texts.ts'
import { paymentPath } from '../../paths/dues.ts'
import { transactionPath } from '../../paths/treasury.ts'
import { RecordActions } from '../../resource/actions/record-actions.tsx'
import { historyTab, RecordPage, type RecordPageTab, type RecordPart } from '../../resource/record-page.tsx'
import { ErrorSummary, ResumedNote } from '../../resource/record-form.tsx'
import { AppLink, LinkIfOpen } from '../../ui/app-link.tsx'
import { Redirect } from '../../ui/router.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { TransactionForm } from './transaction-form.tsx'
import { transferText } from './transaction-cells.tsx'
import { ruleOf } from './transaction-rules.ts'
import classes from './transaction-page.module.css'

/** The page of a transaction. */
export default function TransactionPage() {
  return <RecordPage resource="transactions" tabs={tabs} head={transactionHead} />
}

const tabs: RecordPageTab<'transactions'>[] = [
  { name: 'dados', label: 'Transação', panel: (part) => <TransactionPanel {...part} /> },
  historyTab,
]

function TransactionPanel({ form, record, descriptor }: RecordPart<'transactions'>) {
  const { closedUntil = '' } = useSettings()
  const { transferId } = record
  // The arrival follows the departure, which is what can change.
  if (typeof transferId === 'string') return <Redirect to={transactionPath(transferId)} />
  const { editable } = ruleOf(record, closedUntil)
  return (
    <>
      <ErrorSummary form={form} />
      <ResumedNote form={form} />
      <Reason record={record} closedUntil={closedUntil} />
      <TransactionForm form={form} editable={allows(descriptor.may.update, record) ? editable : []} />
    </>
  )
}

/** Why the transaction changes little or not at all. */
function Reason({
  record,
  closedUntil,
}: Pick<RecordPart<'transactions'>, 'record'> & { closedUntil: string }) {
  const { reason } = ruleOf(record, closedUntil)
  const cause = record.cancelReason ?? ''
  if (reason === undefined) return null
  return (
    <p className={classes.reason}>
      {reason === 'cancelled' && `Anulada: ${cause}`}
      {reason === 'reversal' && (
        <>
          Estorno de{' '}
          <AppLink to={transactionPath(record.reversesId ?? '')}>
            {record.reversesLabel || 'outra transação'}
          </AppLink>
          , que foi anulada.
        </>
      )}
      {reason === 'payment' && (
        <>
          Vem de um <LinkIfOpen to={paymentPath(record.paymentId ?? '')}>pagamento</LinkIfOpen>: o que diz
          respeito ao dinheiro muda-se anulando o pagamento e registando-o de novo.
        </>
      )}
      {reason === 'closed' &&
        `As contas estão fechadas até ${formatDateLong(closedUntil)}: só se mudam os documentos e as observações.`}
      {reason === 'reconciled' &&
        `Conciliada com o banco em ${formatDateLong(record.reconciledOn ?? '')}: para mudar a data, o valor ou a conta, desfaça primeiro a conciliação.`}
    </p>
  )
}

function transactionHead({ record, fields, descriptor }: RecordPart<'transactions'>) {
  return {
    title: record.description,
    state: <States record={record} fields={fields} />,
    subtitle: [record.number, formatDateLong(record.date), transferText(record)].filter(Boolean).join(' · '),
    action: <RecordActions record={record} fields={fields} descriptor={descriptor} main={null} />,
  }
}

function States({ record, fields }: Pick<RecordPart<'transactions'>, 'record' | 'fields'>) {
  const { kind, status } = fields
  const toneOf = (field: typeof kind, value: unknown) =>
    field?.options?.find((option) => option.value === value)?.tone
  return (
    <>
      {kind && <StateBadge tone={toneOf(kind, record.kind)} label={choiceText(record.kind, kind)} />}
      {status && record.status !== 'registered' && (
        <StateBadge tone={toneOf(status, record.status)} label={choiceText(record.status, status)} />
      )}
      {record.reconciledOn !== null && <StateBadge tone="blue" label="Conciliada" />}
    </>
  )
}
