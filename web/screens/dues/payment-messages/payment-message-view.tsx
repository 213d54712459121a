import { ActionButtons } from '../../../resource/actions/action-buttons.tsx'
import { useState } from 'react'
import { allows } from '@agremia/resources/access.ts'
import { useQuery } from '@tanstack/react-query'
import { formatDateTime } from '@agremia/resources/rules/dates.ts'
import { LoadedRecord, type RecordProps } from '../../../resource/loaded-record.tsx'
import { PaymentDraft } from './payment-draft.tsx'
import {
  BatchProgress,
  CancelBatch,
  PreviewSide,
  SendingHistory,
  useReadableText,
  WrittenText,
} from '../../messages/index.ts'
import { organisationTimeZone } from '../../../fields/organisation-clock.ts'
import { Page } from '../../../ui/page.tsx'
import { PaymentMessageState } from './payment-message-state.tsx'
import { usePaymentPreview } from './payment-audience.ts'
import { recordQuery } from '../../../api/queries.ts'
import { FormMessage } from '../../../ui/form-message.tsx'
import classes from './message-page.module.css'

/** The page of a payment message: draft, scheduled or sent. */
export default function PaymentMessageView() {
  return (
    <LoadedRecord resource="paymentMessage">
      {(found) => {
        const { record, descriptor } = found
        const mayChange = allows(descriptor.may.update, record)
        if (mayChange && record.status === 'draft') return <PaymentDraft key={record._id} {...found} />
        return mayChange && record.status === 'scheduled' ? (
          <ScheduledMessage record={record} />
        ) : (
          <WrittenMessage record={record} />
        )
      }}
    </LoadedRecord>
  )
}

/** The page of a scheduled message, with a preview as if sent now. */
function ScheduledMessage({ record }: RecordProps<'paymentMessage'>) {
  const [at, setAt] = useState(0)
  const readable = useReadableText()
  const preview = usePaymentPreview(record, at)
  const when = formatDateTime(record.scheduledAt ?? '', organisationTimeZone())
  return (
    <Page
      title={readable(record.subject)}
      state={<PaymentMessageState record={record} />}
      subtitle={`Mensagem de pagamento, por ${record.createdByName}`}
      narrow
      action={<ActionButtons resource="paymentMessage" record={record} />}
    >
      <p className={classes.planned}>
        Sai em <strong>{when}</strong>, com o que cada pessoa dever nesse momento. Abaixo, como sairia agora.
      </p>
      <PreviewSide preview={preview} at={at} onGo={setAt} />
      <SendingHistory resource="paymentMessage" id={record._id} />
    </Page>
  )
}

/** The page of a message that is sent, being sent or failed, with its batch; of any message, for people who may not change it. */
function WrittenMessage({ record }: RecordProps<'paymentMessage'>) {
  const readable = useReadableText()
  const batchId = record.batchId ?? undefined
  const batch = useQuery({
    ...recordQuery('messageBatches', batchId),
    enabled: batchId !== undefined,
  }).data
  const at = record.sentAt ? `, ${formatDateTime(record.sentAt, organisationTimeZone())}` : ''
  return (
    <Page
      title={readable(record.subject)}
      state={<PaymentMessageState record={record} batch={batch ?? undefined} />}
      subtitle={`Mensagem de pagamento, por ${record.createdByName}${at}`}
      fill={batch != null}
      action={
        record.status === 'failed' ? (
          <ActionButtons
            resource="paymentMessage"
            record={record}
            setups={{ send: { label: 'Enviar de novo' } }}
          />
        ) : (
          batch && <CancelBatch batch={batch} />
        )
      }
    >
      {typeof record.problem === 'string' && <FormMessage>{record.problem}</FormMessage>}
      {batch && (
        <BatchProgress batch={batch}>
          <SendingHistory resource="paymentMessage" id={record._id} />
        </BatchProgress>
      )}
      {batchId === undefined && (
        <>
          <WrittenText body={record.body} isOpen />
          <SendingHistory resource="paymentMessage" id={record._id} />
        </>
      )}
    </Page>
  )
}
