import { FoundRecord } from '../../../resource/found-record.tsx'
import { PaymentDraft } from './payment-draft.tsx'
import { ScheduledMessage } from './scheduled-message.tsx'
import { SentMessage } from './sent-message.tsx'

/** The page of a payment message: draft, scheduled or sent. */
export default function PaymentMessageView() {
  return (
    <FoundRecord resource="paymentMessage">
      {(found) => {
        const { record } = found
        if (record.status === 'draft') return <PaymentDraft key={record._id} {...found} />
        return record.status === 'scheduled' ? (
          <ScheduledMessage record={record} />
        ) : (
          <SentMessage record={record} />
        )
      }}
    </FoundRecord>
  )
}
