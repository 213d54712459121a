import { useQuery } from '@tanstack/react-query'
import { listQuery } from '../../api/queries.ts'
import { QueryPage } from '../../resource/query-page.tsx'
import { useWork } from '../../resource/actions/work-panel.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { NoSuchPage } from '../../ui/message-state.tsx'
import { Page } from '../../ui/page.tsx'
import { useParams } from '../../ui/router.tsx'
import { paymentMessagePath } from '../../paths/messages.ts'
import { type Batch, BatchProgress } from './batch-progress.tsx'
import { CancelBatch } from './cancel-batch.tsx'
import { BatchState, SendingHistory } from './sending-state.tsx'
import { useReadableText } from './message-variables.ts'

/** The page of a message batch. */
export default function BatchView() {
  const { id } = useParams()
  const query = useWork('messageBatches', id)
  return (
    <QueryPage query={query} missing={<NoSuchPage>Este envio não existe.</NoSuchPage>}>
      {(batch) => <BatchPage batch={batch} />}
    </QueryPage>
  )
}

function BatchPage({ batch }: { batch: Batch }) {
  const readable = useReadableText()
  return (
    <Page
      title={readable(batch.subject)}
      state={<BatchState record={batch} />}
      fill
      subtitle={
        <>
          Envio para várias pessoas, por {batch.createdByName}
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

/** A link to the payment message that was sent as this batch. */
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
