import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { FieldMap, Tone } from '@agremia/resources/descriptor.ts'
import { formatDateLong } from '@agremia/resources/rules/dates.ts'
import type { StoredRecord } from '../../api/client.ts'
import { recordQuery, useFields } from '../../api/queries.ts'
import { choiceText, plainText } from '../../fields/texts.ts'
import { FoundPage } from '../../resource/found-page.tsx'
import { RecordHistory } from '../../resource/record-history.tsx'
import { RecordTabs } from '../../resource/record-tabs.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { NoSuchPage } from '../../ui/no-such-page.tsx'
import { Page } from '../../ui/page.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { WithSide } from '../../ui/with-side.tsx'
import { cashDayPath } from '../cash-sheets/cash-sheet-paths.ts'
import { paymentPath } from '../dues/dues-paths.ts'
import { PaymentActions } from './payment-actions.tsx'
import { PaymentSide } from './payment-side.tsx'
import { ReceiptSheet } from './receipt-sheet.tsx'

/** One payment: its receipt as the payer has it, what became of it, and what can still be done about it. */
export default function PaymentView() {
  const { id, tab = 'recibo' } = useParams()
  const fields = useFields('payments')
  const found = useQuery(recordQuery<StoredRecord>('payments', id))
  const none = <NoSuchPage>Este pagamento não existe.</NoSuchPage>
  if (tab !== 'recibo' && tab !== 'historico') return none
  return (
    <FoundPage found={found} none={none}>
      {(record) =>
        fields ? <Payment key={record._id} record={record} fields={fields} tab={tab} /> : <PageSkeleton />
      }
    </FoundPage>
  )
}

interface PaymentProps {
  record: StoredRecord
  fields: FieldMap
  tab: 'recibo' | 'historico'
}

function Payment({ record, fields, tab }: PaymentProps) {
  return (
    <Page
      title={plainText(record.receiptNumber)}
      state={<PaymentState record={record} fields={fields} />}
      subtitle={`${plainText(record.memberLabel)}, ${formatDateLong(plainText(record.date))}`}
      action={<PaymentActions record={record} />}
    >
      <RecordTabs label="Partes do pagamento" tabs={tabsOf(record._id)} current={tab} />
      {tab === 'historico' ? (
        <RecordHistory resource="payments" id={record._id} />
      ) : (
        <WithSide label="Sobre o pagamento" side={<PaymentSide record={record} fields={fields} />}>
          <ReceiptSheet record={record} />
        </WithSide>
      )}
    </Page>
  )
}

function PaymentState({ record, fields }: Omit<PaymentProps, 'tab'>) {
  const { status } = fields
  if (!status) return null
  const tone: Tone | undefined = status.options?.find(({ value }) => value === record.status)?.tone
  return (
    <>
      <StateBadge tone={tone} label={choiceText(record.status, status)} />
      {record.afterCashSheet === true && record.status === 'registered' && (
        <AppLink to={cashDayPath(plainText(record.date))}>
          <StateBadge tone="amber" label="Depois do fecho da caixa" />
        </AppLink>
      )}
    </>
  )
}

function tabsOf(id: string) {
  return [
    { name: 'recibo', label: 'Recibo', path: paymentPath(id) },
    { name: 'historico', label: 'Histórico', path: paymentPath(id, 'historico') },
  ]
}
