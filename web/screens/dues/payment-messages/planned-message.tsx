import { useState } from 'react'
import { IconArrowBackUp } from '@tabler/icons-react'
import { formatDateTime } from '@agremia/resources/rules/dates.ts'
import { useReadable, PreviewSide, SendingHistory } from '../../messages/index.ts'
import type { StoredRecord } from '../../../api/client.ts'
import { organisationTimeZone } from '../../../fields/organisation-clock.ts'
import { Page } from '../../../ui/page.tsx'
import { MessageDeed } from './message-deed.tsx'
import { PaymentMessageState } from './payment-message-state.tsx'
import { usePaymentPreview } from './use-payment-preview.ts'
import classes from './message-page.module.css'

/** A message that waits for its time, as it would turn out now. */
export function PlannedMessage({ record }: { record: StoredRecord }) {
  const [at, setAt] = useState(0)
  const readable = useReadable()
  const preview = usePaymentPreview(record, at)
  const when = formatDateTime(String(record.scheduledAt), organisationTimeZone())
  return (
    <Page
      title={readable(record.subject)}
      state={<PaymentMessageState record={record} />}
      subtitle={`Mensagem de pagamento, por ${String(record.createdByName)}`}
      narrow
      action={
        <MessageDeed
          record={record}
          deed="unschedule"
          label="Voltar a rascunho"
          icon={<IconArrowBackUp size="1.125rem" stroke={1.5} aria-hidden />}
        />
      }
    >
      <p className={classes.planned}>
        Sai em <strong>{when}</strong>, com o que cada pessoa dever nesse momento. Abaixo, como sairia agora.
      </p>
      <PreviewSide preview={preview} at={at} onGo={setAt} />
      <SendingHistory resource="paymentMessage" id={record._id} />
    </Page>
  )
}
