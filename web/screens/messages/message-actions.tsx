import { Suspense, useState } from 'react'
import { Button, Group } from '@mantine/core'
import { IconPrinter, IconRefresh, IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { ActionDescriptor } from '@agremia/resources/descriptor.ts'
import { formatDateTime } from '@agremia/resources/rules/dates.ts'
import type { StoredRecord } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { ActionDialog, runAction } from '../../resource/action-dialog.tsx'
import { organisationTimeZone } from '../../fields/organisation-clock.ts'
import { plainText } from '../../fields/texts.ts'
import { confirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toasts.tsx'
import { messagePath } from '../../paths/messages.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useNavigate } from '../../ui/router.tsx'
import { toastError } from '../../resource/toast-error.ts'

const LettersDialog = lazyPart(() => import('./letters-dialog.tsx'))

interface MessageActionsProps {
  record: StoredRecord
  /** The actions that the role may run. */
  actions: readonly ActionDescriptor[]
}

/** Buttons to cancel, resend or print a message, by its state and channel. */
export function MessageActions({ record, actions }: MessageActionsProps) {
  const [resending, setResending] = useState(false)
  const cancel = useCancelMessage(record)
  const resend = actions.find(({ name }) => name === 'resend')
  const [printing, setPrinting] = useState(false)
  const mayPrint = actions.some(({ name }) => name === 'markPrinted')
  const mayCancel = actions.some(({ name }) => name === 'cancel')
  return (
    <Group gap="0.625rem">
      {mayCancel && cancellable.has(String(record.state)) && (
        <Button
          variant="default"
          leftSection={<IconX size="1.125rem" stroke={1.5} />}
          onClick={() => void cancel()}
        >
          Cancelar a mensagem
        </Button>
      )}
      {resend && record.channel !== 'letter' && record.state !== 'sending' && (
        <Button leftSection={<IconRefresh size="1.125rem" stroke={1.5} />} onClick={() => setResending(true)}>
          {resendLabel(record, resend)}
        </Button>
      )}
      {mayPrint && record.channel === 'letter' && printable.has(String(record.state)) && (
        <Button leftSection={<IconPrinter size="1.125rem" stroke={1.5} />} onClick={() => setPrinting(true)}>
          {record.state === 'sent' ? 'Imprimir de novo' : 'Imprimir'}
        </Button>
      )}
      {printing && (
        <Suspense fallback={null}>
          <LettersDialog selection={{ ids: [record._id] }} onClose={() => setPrinting(false)} />
        </Suspense>
      )}
      {resend && resending && (
        <ResendDialog record={record} action={resend} onClose={() => setResending(false)} />
      )}
    </Group>
  )
}

const cancellable = new Set(['queued', 'held'])
const printable = new Set(['held', 'sent'])

function useCancelMessage(record: StoredRecord): () => Promise<void> {
  const refresh = useRefresh(record._id)
  return async () => {
    const sure = await confirmDialog({
      title: `Cancelar «${plainText(record.subject)}»?`,
      message: `Não segue para ${plainText(record.recipientName) || plainText(record.recipient)}, a menos que a envie de novo.`,
      confirmLabel: 'Cancelar a mensagem',
      cancelLabel: 'Voltar',
      kind: 'delete',
    })
    if (!sure) return
    try {
      await runAction('messages', record._id, 'cancel', {})
      toast('Mensagem cancelada.')
    } catch (error) {
      toastError(error, 'Não foi possível cancelar.')
    }
    refresh()
  }
}

/** A held message was never sent, so it is released instead of sent again. */
function resendLabel({ state }: StoredRecord, { label }: ActionDescriptor): string {
  return state === 'held' ? 'Libertar' : label
}

interface ResendDialogProps {
  record: StoredRecord
  action: ActionDescriptor
  onClose: () => void
}

/** Sends the message again. For a message that was sent the server creates a copy, which is then opened. */
function ResendDialog({ record, action, onClose }: ResendDialogProps) {
  const refresh = useRefresh(record._id)
  const navigate = useNavigate()
  const label = resendLabel(record, action)
  return (
    <ActionDialog
      title={record.state === 'held' ? 'Libertar a mensagem' : label}
      action={{ ...action, label }}
      intro={resendText(record)}
      onClose={onClose}
      onRun={async (input) => {
        const answer = await runAction('messages', record._id, 'resend', input)
        refresh()
        if (!answer) return
        toast('A mensagem vai a caminho.')
        onClose()
        if (answer._id !== record._id) navigate(messagePath(answer._id))
      }}
    />
  )
}

/** Describes what resending does: recipient, number of SMS, and that a sent message arrives twice. */
export function resendText({
  state,
  subject,
  channel,
  recipientName,
  recipient,
  sentAt,
  smsParts,
}: StoredRecord): string {
  const [name, address] = [plainText(recipientName), plainText(recipient)]
  const to = name && address ? `${name} (${address})` : name || address
  const parts =
    channel === 'sms' && typeof smsParts === 'number' && smsParts > 1 ? ` São ${smsParts} SMS.` : ''
  const text = plainText(subject) === '' ? 'A mensagem' : `«${plainText(subject)}»`
  if (state !== 'sent') return `${text} volta à fila e segue, na sua vez, para ${to}.${parts}`
  const when = sentAt == null ? '' : ` a ${formatDateTime(String(sentAt), organisationTimeZone())}`
  return `${text} já foi enviada${when}. Segue 1 cópia, com o mesmo texto, para ${to}: quem a recebeu fica com duas.${parts}`
}

function useRefresh(id: string): () => void {
  const client = useQueryClient()
  return () => {
    void client.invalidateQueries({ queryKey: keys.record('messages', id) })
    void client.invalidateQueries({ queryKey: keys.lists('messages') })
    void client.invalidateQueries({ queryKey: keys.lists('messageAttempts') })
  }
}
