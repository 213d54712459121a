import { FoundRecord } from '../../../resource/found-record.tsx'
import { PaymentDraft } from './payment-draft.tsx'
import { PlannedMessage } from './planned-message.tsx'
import { SentMessage } from './sent-message.tsx'

/** A message about debts: being written, waiting for its time, or how it went. */
export default function PaymentMessageView() {
  return (
    <FoundRecord resource="paymentMessage">
      {(found) => {
        const { record } = found
        if (record.status === 'draft') return <PaymentDraft key={record._id} {...found} />
        return record.status === 'scheduled' ? (
          <PlannedMessage record={record} />
        ) : (
          <SentMessage record={record} />
        )
      }}
    </FoundRecord>
  )
}
