import { formatDateLong } from '@agremia/resources/rules/dates.ts'
import { choiceText } from '../../fields/texts.ts'
import { historyTab, RecordPage, type RecordPageTab, type RecordPart } from '../../resource/record-page.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { WithSide } from '../../ui/with-side.tsx'
import { cashDayPath } from '../../paths/dues.ts'
import { PaymentActions } from './payment-actions.tsx'
import { PaymentSide, editableFields } from './payment-side.tsx'
import { ReceiptSheet } from './receipt-sheet.tsx'
import type { Tone } from '@agremia/resources/field-types.ts'

/** The page of a payment: receipt, notes, credit, messages and actions. */
export default function PaymentView() {
  return <RecordPage resource="payments" tabs={tabs} head={paymentHead} writes={editableFields} />
}

const tabs: RecordPageTab<'payments'>[] = [
  {
    name: 'recibo',
    label: 'Recibo',
    panel: (part) => (
      <WithSide label="Sobre o pagamento" side={<PaymentSide {...part} />}>
        <ReceiptSheet record={part.record} />
      </WithSide>
    ),
  },
  historyTab,
]

function paymentHead({ record, fields }: RecordPart<'payments'>) {
  const number = record.receiptNumber
  return {
    ...(number !== '' && { title: `Recibo n.º ${number}` }),
    state: <PaymentState record={record} fields={fields} />,
    subtitle: `${record.memberLabel ?? ''}, ${formatDateLong(record.date)}`,
    action: <PaymentActions record={record} />,
  }
}

function PaymentState({ record, fields }: Pick<RecordPart<'payments'>, 'record' | 'fields'>) {
  const { status } = fields
  if (!status) return null
  const tone: Tone | undefined = status.options?.find(({ value }) => value === record.status)?.tone
  return (
    <>
      <StateBadge tone={tone} label={choiceText(record.status, status)} />
      {record.afterCashSheet && record.status !== 'cancelled' && (
        <AppLink to={cashDayPath(record.date)}>
          <StateBadge tone="amber" label="Depois do fecho da caixa" />
        </AppLink>
      )}
    </>
  )
}
