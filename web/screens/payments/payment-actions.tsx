import { useState } from 'react'
import { Button, Group } from '@mantine/core'
import { IconFileText, IconMail, IconX } from '@tabler/icons-react'
import { useSearchParams } from 'react-router'
import { recordPath } from '@agremia/resources/paths.ts'
import type { StoredRecord } from '../../api/client.ts'
import { useResource } from '../../api/queries.ts'
import { openDocument } from '../../resource/open-document.ts'
import { cancelQuestion } from '../../paths/dues.ts'
import { CancelPaymentDialog } from './cancel-payment-dialog.tsx'
import { SendReceiptDialog } from './send-receipt-dialog.tsx'

/** What can be done about a payment: its receipt on paper or by email, and taking it back. */
export function PaymentActions({ record }: { record: StoredRecord }) {
  const [query, setQuery] = useSearchParams()
  const [sending, setSending] = useState(false)
  const actions = useResource('payments')?.actions ?? []
  const isStanding = record.status !== 'cancelled'
  const cancel = isStanding ? actions.find(({ name }) => name === 'cancel') : undefined
  const send = isStanding ? actions.find(({ name }) => name === 'sendReceipt') : undefined
  const ask = (asked: boolean) => setQuery(asked ? { [cancelQuestion]: '' } : {}, { replace: true })
  return (
    <Group gap="0.625rem">
      {cancel && (
        <Button variant="default" leftSection={<IconX {...icon} />} onClick={() => ask(true)}>
          {cancel.label}
        </Button>
      )}
      {send && (
        <Button variant="default" leftSection={<IconMail {...icon} />} onClick={() => setSending(true)}>
          {send.label}
        </Button>
      )}
      <Button
        leftSection={<IconFileText {...icon} />}
        onClick={() => void openDocument(`${recordPath('payments', record._id)}/receipt`)}
      >
        Abrir recibo
      </Button>
      {cancel && query.has(cancelQuestion) && (
        <CancelPaymentDialog record={record} action={cancel} onClose={() => ask(false)} />
      )}
      {send && sending && (
        <SendReceiptDialog record={record} action={send} onClose={() => setSending(false)} />
      )}
    </Group>
  )
}

const icon = { size: '1.125rem', stroke: 1.5, 'aria-hidden': true } as const
