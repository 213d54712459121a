import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { listQuery } from '../../api/queries.ts'
import { FoundPage } from '../../resource/found-page.tsx'
import { useWork } from '../../resource/work-query.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { NoSuchPage } from '../../ui/no-such-page.tsx'
import { Page } from '../../ui/page.tsx'
import { paymentMessagePath } from '../../paths/messages.ts'
import { BatchProgress, type Batch } from './batch-progress.tsx'
import { CancelBatch } from './cancel-batch.tsx'
import { SendingHistory } from './sending-history.tsx'
import { useReadable } from './use-readable.ts'
import { BatchState } from './sending-state.tsx'

/** A message that went to many: how far it got, who was left out, and each of its messages. */
export default function BatchView() {
  const { id } = useParams()
  const found = useWork<Batch>('messageBatches', id)
  return (
    <FoundPage found={found} none={<NoSuchPage>Este envio não existe.</NoSuchPage>}>
      {(batch) => <BatchPage batch={batch} />}
    </FoundPage>
  )
}

function BatchPage({ batch }: { batch: Batch }) {
  const readable = useReadable()
  return (
    <Page
      title={readable(batch.subject)}
      state={<BatchState record={batch} />}
      fill
      subtitle={
        <>
          Envio para várias pessoas, por {String(batch.createdByName)}
          {batch.cause === 'paymentMessage' && <PaymentMessageLink batch={batch} />}
        </>
      }
      action={<CancelBatch batch={batch} />}
    >
      <BatchProgress batch={batch}>
        <SendingHistory resource="messageBatches" id={batch._id} />
      </BatchProgress>
    </Page>
  )
}

/** The way to the message about debts that left so. */
function PaymentMessageLink({ batch }: { batch: Batch }) {
  const parent = { resource: 'messageBatches', id: batch._id }
  const [message] = useQuery(listQuery('paymentMessage', { parent, limit: 1 })).data?.data ?? []
  return (
    message && (
      <>
        {' '}
        · <AppLink to={paymentMessagePath(message._id)}>Mensagem de pagamento</AppLink>
      </>
    )
  )
}
