import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { StoredRecord } from '../../api/client.ts'
import { recordQuery, useFields, useResource } from '../../api/queries.ts'
import { FoundPage } from '../../resource/found-page.tsx'
import { GoneRecord } from '../../resource/gone-record.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { PaymentDraft } from './payment-draft.tsx'
import { PlannedMessage } from './planned-message.tsx'
import { SentMessage } from './sent-message.tsx'

/** A message about debts: being written, waiting for its time, or how it went. */
export default function PaymentMessageView() {
  const { id = '' } = useParams()
  const found = useQuery(recordQuery<StoredRecord>('paymentMessage', id))
  const fields = useFields('paymentMessage')
  const descriptor = useResource('paymentMessage')
  return (
    <FoundPage found={found} none={<NoMessage id={id} />}>
      {(record) => {
        if (!fields || !descriptor) return <PageSkeleton />
        if (record.status === 'draft')
          return <PaymentDraft key={id} record={record} fields={fields} descriptor={descriptor} />
        return record.status === 'scheduled' ? (
          <PlannedMessage record={record} />
        ) : (
          <SentMessage record={record} />
        )
      }}
    </FoundPage>
  )
}

function NoMessage({ id }: { id: string }) {
  return (
    <>
      <EmptyState isPage title="Mensagem não encontrada">
        Esta mensagem não existe, ou foi eliminada.
      </EmptyState>
      <GoneRecord resource="paymentMessage" id={id} />
    </>
  )
}
