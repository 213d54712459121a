import { useState } from 'react'
import { Button, Group } from '@mantine/core'
import { IconFileText, IconMail, IconX } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { recordPath } from '@agremia/resources/paths.ts'
import type { ActionDescriptor } from '@agremia/resources/descriptor.ts'
import { formatAmount } from '@agremia/resources/rules/amount.ts'
import { counted, joinList } from '@agremia/resources/rules/plural.ts'
import type { StoredRecord } from '../../api/client.ts'
import { keys, recordQuery, useResource, useSettings } from '../../api/queries.ts'
import { openDocument } from '../../resource/open-document.ts'
import { cancelParameter } from '../../paths/dues.ts'
import { plainText } from '../../fields/texts.ts'
import { ActionDialog, runAction } from '../../resource/action-dialog.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useSearchParams } from '../../ui/router.tsx'
import { removeRegistered } from './entry-session.ts'
import { refreshLedger } from './payer-queries.ts'
import { partsOf, useReceiptMessages } from './payment-side.tsx'
import { heldTexts } from '../messages/index.ts'

/** Buttons to open the receipt, send it by email, or cancel the payment. */
export function PaymentActions({ record }: { record: StoredRecord }) {
  const [query, setQuery] = useSearchParams()
  const [sending, setSending] = useState(false)
  const actions = useResource('payments')?.actions ?? []
  const isActive = record.status !== 'cancelled'
  const cancel = isActive ? actions.find(({ name }) => name === 'cancel') : undefined
  const send = isActive ? actions.find(({ name }) => name === 'sendReceipt') : undefined
  const setCancelling = (isOpen: boolean) =>
    setQuery(isOpen ? { [cancelParameter]: '' } : {}, { replace: true })
  return (
    <Group gap="0.625rem">
      {cancel && (
        <Button variant="default" leftSection={<IconX {...icon} />} onClick={() => setCancelling(true)}>
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
      {cancel && query.has(cancelParameter) && (
        <CancelPaymentDialog record={record} action={cancel} onClose={() => setCancelling(false)} />
      )}
      {send && sending && (
        <SendReceiptDialog record={record} action={send} onClose={() => setSending(false)} />
      )}
    </Group>
  )
}

const icon = { size: '1.125rem', stroke: 1.5, 'aria-hidden': true } as const

interface CancelPaymentDialogProps {
  record: StoredRecord
  action: ActionDescriptor
  onClose: () => void
}

/** Cancels a payment; shows the consequences and asks for the reason. */
function CancelPaymentDialog({ record, action, onClose }: CancelPaymentDialogProps) {
  const client = useQueryClient()
  const number = plainText(record.receiptNumber)
  const unsent = useReceiptMessages(record._id)?.filter(({ state }) => state === 'queued' || state === 'held')
  return (
    <ActionDialog
      title={`Anular o recibo ${number}`}
      action={action}
      intro={consequences(record, unsent?.length ?? 0)}
      onClose={onClose}
      onRun={async (input) => {
        await runAction('payments', record._id, action.name, input)
        removeRegistered(record._id)
        toast(`Recibo ${number} anulado.`)
        onClose()
        await refreshLedger(client)
      }}
    />
  )
}

const maxNamed = 4

function consequences(record: StoredRecord, unsentMessages: number): string {
  const parts = partsOf(record)
  const debts = parts.filter(({ debtId }) => debtId !== null)
  const credit = parts.filter(({ debtId }) => debtId === null).reduce((sum, { cents }) => sum + cents, 0)
  const named = debts
    .slice(0, maxNamed)
    .map(({ description, cents }) => `${description} (${formatAmount(cents)})`)
  const others = debts.length - named.length
  const all = others > 0 ? [...named, `mais ${others}`] : named
  return [
    'O recibo mantém o número e fica marcado como anulado.',
    all.length > 0 && `Volta a ficar por pagar: ${joinList(all)}.`,
    credit > 0 && `Deixa de haver o crédito de ${formatAmount(credit)}.`,
    unsentMessages > 0 &&
      `${counted(unsentMessages, 'mensagem que não saiu é cancelada', 'mensagens que não saíram são canceladas')}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

interface SendReceiptDialogProps {
  record: StoredRecord
  action: ActionDescriptor
  onClose: () => void
}

/** Sends the receipt by email, by default to the payer's address. */
function SendReceiptDialog({ record, action, onClose }: SendReceiptDialogProps) {
  const client = useQueryClient()
  const isPaused = useSettings().SendMessages === 'false'
  const payer = useQuery(recordQuery<StoredRecord>('members', plainText(record.memberId)))
  if (payer.isPending) return null
  return (
    <ActionDialog
      title={action.label}
      action={action}
      initial={{ email: payer.data?.email ?? null }}
      intro={['Segue por email, com o recibo em PDF.', ...(isPaused ? [heldTexts.one] : [])].join(' ')}
      onClose={onClose}
      onRun={async (input) => {
        const message = await runAction('payments', record._id, action.name, input)
        if (!message) return
        toast(
          message.state === 'held'
            ? 'O recibo fica retido: o envio de mensagens está desligado.'
            : `O recibo vai a caminho de ${plainText(message.recipient)}.`,
          { tone: message.state === 'held' ? 'info' : 'success' },
        )
        onClose()
        await client.invalidateQueries({ queryKey: keys.lists('messages') })
      }}
    />
  )
}
