import { useState } from 'react'
import { Button, Group } from '@mantine/core'
import { IconArrowBackUp, IconCheck, IconFileText, IconMail, IconX } from '@tabler/icons-react'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { receivedStates } from '@agremia/resources/payment-states.ts'
import { recordPath } from '@agremia/resources/paths.ts'
import type { ActionDescriptor } from '@agremia/resources/descriptor.ts'
import { formatAmount } from '@agremia/resources/rules/amount.ts'
import { counted, joinList } from '@agremia/resources/rules/plural.ts'
import type { StoredRecord } from '../../api/client.ts'
import { keys, recordQuery, useResource, useSettings } from '../../api/queries.ts'
import { openDocument } from '../../resource/open-document.ts'
import { cancelParameter } from '../../paths/dues.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import { plainText } from '../../fields/texts.ts'
import { ActionDialog, runAction } from '../../resource/action-dialog.tsx'
import { toastError } from '../../resource/toast-error.ts'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useSearchParams } from '../../ui/router.tsx'
import { removeRegistered } from './entry-session.ts'
import { refreshLedger } from './payer-queries.ts'
import { partsOf, useReceiptMessages } from './payment-side.tsx'
import { heldTexts } from '../messages/index.ts'

/** Buttons to open the receipt, send it by email, confirm, return or cancel the payment, or undo its return. */
export function PaymentActions({ record }: { record: StoredRecord }) {
  const [query, setQuery] = useSearchParams()
  const [sending, setSending] = useState(false)
  const [returning, setReturning] = useState<ActionDescriptor>()
  const client = useQueryClient()
  const actions = useResource('payments')?.actions ?? []
  const { status } = record
  const find = (name: string, states: readonly string[]) =>
    states.includes(String(status)) ? actions.find((action) => action.name === name) : undefined
  const cancel = find('cancel', receivedStates)
  const send = find('sendReceipt', receivedStates)
  const confirm = find('confirm', ['registered'])
  const giveBack = record.method === 'offset' ? undefined : find('return', receivedStates)
  const undo = find('undoReturn', ['returned'])
  const more = [
    confirm && {
      label: confirm.label,
      icon: <IconCheck {...icon} />,
      run: () => void confirmPayment(record, client),
    },
    giveBack && {
      label: giveBack.label,
      icon: <IconArrowBackUp {...icon} />,
      run: () => setReturning(giveBack),
    },
  ]
  const setCancelling = (isOpen: boolean) =>
    setQuery(isOpen ? { [cancelParameter]: '' } : {}, { replace: true })
  return (
    <Group gap="0.625rem">
      {cancel && (
        <Button variant="default" leftSection={<IconX {...icon} />} onClick={() => setCancelling(true)}>
          {cancel.label}
        </Button>
      )}
      {undo && (
        <Button
          variant="default"
          leftSection={<IconArrowBackUp {...icon} />}
          onClick={() => setReturning(undo)}
        >
          {undo.label}
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
      <ActionMenu actions={more.filter((action) => action !== undefined)} />
      {cancel && query.has(cancelParameter) && (
        <CancelPaymentDialog record={record} action={cancel} onClose={() => setCancelling(false)} />
      )}
      {returning && (
        <ReturnDialog record={record} action={returning} onClose={() => setReturning(undefined)} />
      )}
      {send && sending && (
        <SendReceiptDialog record={record} action={send} onClose={() => setSending(false)} />
      )}
    </Group>
  )
}

async function confirmPayment(record: StoredRecord, client: QueryClient): Promise<void> {
  try {
    await runAction('payments', record._id, 'confirm', {})
    toast('Pagamento confirmado.')
    await refreshLedger(client)
  } catch (error) {
    toastError(error, 'Não foi possível confirmar o pagamento.')
  }
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

/** Returns a payment, or undoes its return; shows the consequences. */
function ReturnDialog({ record, action, onClose }: CancelPaymentDialogProps) {
  const client = useQueryClient()
  const number = plainText(record.receiptNumber)
  const isReturn = action.name === 'return'
  return (
    <ActionDialog
      title={`${action.label}: recibo ${number}`}
      action={action}
      initial={isReturn ? { date: organisationToday(), reason: 'AM04' } : {}}
      intro={isReturn ? returnTexts(record) : undone}
      onClose={onClose}
      onRun={async (input) => {
        await runAction('payments', record._id, action.name, input)
        toast(
          isReturn ? `Pagamento do recibo ${number} devolvido.` : `Devolução do recibo ${number} desfeita.`,
        )
        onClose()
        await refreshLedger(client)
      }}
    />
  )
}

const undone =
  'O pagamento volta a valer: o que ele pagava deixa de estar em dívida, e a tesouraria é corrigida.'

function returnTexts(record: StoredRecord): string {
  return [
    'O recibo mantém o número e fica marcado como devolvido, mesmo que as contas do seu ano estejam fechadas.',
    ...reopenedTexts(record),
  ].join(' ')
}

const maxNamed = 4

function consequences(record: StoredRecord, unsentMessages: number): string {
  return [
    'O recibo mantém o número e fica marcado como anulado.',
    ...reopenedTexts(record),
    unsentMessages > 0 &&
      `${counted(unsentMessages, 'mensagem que não saiu é cancelada', 'mensagens que não saíram são canceladas')}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** What is owed again without the payment, and the credit that ends. */
function reopenedTexts(record: StoredRecord): string[] {
  const parts = partsOf(record)
  const debts = parts.filter(({ debtId }) => debtId !== null)
  const credit = parts.filter(({ debtId }) => debtId === null).reduce((sum, { cents }) => sum + cents, 0)
  const named = debts
    .slice(0, maxNamed)
    .map(({ description, cents }) => `${description} (${formatAmount(cents)})`)
  const others = debts.length - named.length
  const all = others > 0 ? [...named, `mais ${others}`] : named
  return [
    all.length > 0 && `Volta a ficar por pagar: ${joinList(all)}.`,
    credit > 0 && `Deixa de haver o crédito de ${formatAmount(credit)}.`,
  ].filter((text) => text !== false)
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
