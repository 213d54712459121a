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
  useReadable,
  WhatItSays,
} from '../../messages/index.ts'
import { MessageDeed } from './message-deed.tsx'
import { PaymentMessageState } from './payment-message-state.tsx'
import classes from './message-page.module.css'

/** A message that left, or is leaving: how far it got, and what became of it for each person. */
export function SentMessage({ record }: { record: StoredRecord }) {
  const readable = useReadable()
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
        record.status === 'failed' ? <FailedDeeds record={record} /> : batch && <CancelBatch batch={batch} />
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
          <WhatItSays body={record.body} />
          <SendingHistory resource="paymentMessage" id={record._id} />
        </>
      )}
    </Page>
  )
}

function FailedDeeds({ record }: { record: StoredRecord }) {
  return (
    <div className={classes.deeds}>
      <MessageDeed
        record={record}
        deed="unschedule"
        label="Voltar a rascunho"
        icon={<IconArrowBackUp size="1.125rem" stroke={1.5} aria-hidden />}
      />
      <MessageDeed
        record={record}
        deed="send"
        label="Enviar de novo"
        icon={<IconSend size="1.125rem" stroke={1.5} aria-hidden />}
      />
    </div>
  )
}
