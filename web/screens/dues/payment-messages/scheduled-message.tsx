import { useState } from 'react'
import { IconArrowBackUp } from '@tabler/icons-react'
import { formatDateTime } from '@agremia/resources/rules/dates.ts'
import { useReadableText, PreviewSide, SendingHistory } from '../../messages/index.ts'
import type { StoredRecord } from '../../../api/client.ts'
import { organisationTimeZone } from '../../../fields/organisation-clock.ts'
import { Page } from '../../../ui/page.tsx'
import { MessageActionButton } from './message-action-button.tsx'
import { PaymentMessageState } from './payment-message-state.tsx'
import { usePaymentPreview } from './use-payment-preview.ts'
import classes from './message-page.module.css'

/** The page of a scheduled message, with a preview as if sent now. */
export function ScheduledMessage({ record }: { record: StoredRecord }) {
  const [at, setAt] = useState(0)
  const readable = useReadableText()
  const preview = usePaymentPreview(record, at)
  const when = formatDateTime(String(record.scheduledAt), organisationTimeZone())
  return (
    <Page
      title={readable(record.subject)}
      state={<PaymentMessageState record={record} />}
      subtitle={`Mensagem de pagamento, por ${String(record.createdByName)}`}
      narrow
      action={
        <MessageActionButton
          record={record}
          action="unschedule"
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
