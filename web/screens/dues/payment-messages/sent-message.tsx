import { IconArrowBackUp, IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { formatDateTime } from '@agremia/resources/rules/dates.ts'
import type { StoredRecord } from '../../../api/client.ts'
import { recordQuery } from '../../../api/queries.ts'
import { organisationTimeZone } from '../../../fields/organisation-clock.ts'
import { FormMessage } from '../../../ui/form-message.tsx'
import { Page } from '../../../ui/page.tsx'
import {
  BatchProgress,
  type Batch,
  CancelBatch,
  SendingHistory,
  useReadableText,
  WrittenText,
} from '../../messages/index.ts'
import { MessageActionButton } from './message-action-button.tsx'
import { PaymentMessageState } from './payment-message-state.tsx'
import classes from './message-page.module.css'

/** The page of a message that is sent, being sent or failed, with its batch. */
export function SentMessage({ record }: { record: StoredRecord }) {
  const readable = useReadableText()
  const batchId = typeof record.batchId === 'string' ? record.batchId : undefined
  const batch = useQuery({
    ...recordQuery<Batch>('messageBatches', batchId),
    enabled: batchId !== undefined,
  }).data
  const at = record.sentAt ? `, ${formatDateTime(String(record.sentAt), organisationTimeZone())}` : ''
  return (
    <Page
      title={readable(record.subject)}
      state={<PaymentMessageState record={record} batch={batch ?? undefined} />}
      subtitle={`Mensagem de pagamento, por ${String(record.createdByName)}${at}`}
      fill={batch != null}
      action={
        record.status === 'failed' ? (
          <FailedActions record={record} />
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
          <WrittenText body={record.body} />
          <SendingHistory resource="paymentMessage" id={record._id} />
        </>
      )}
    </Page>
  )
}

function FailedActions({ record }: { record: StoredRecord }) {
  return (
    <div className={classes.deeds}>
      <MessageActionButton
        record={record}
        action="unschedule"
        label="Voltar a rascunho"
        icon={<IconArrowBackUp size="1.125rem" stroke={1.5} aria-hidden />}
      />
      <MessageActionButton
        record={record}
        action="send"
        label="Enviar de novo"
        icon={<IconSend size="1.125rem" stroke={1.5} aria-hidden />}
      />
    </div>
  )
}
