import type { RecordProps } from '../../resource/loaded-record.tsx'
import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { useState } from 'react'
import { Group } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { formatDateTime } from '@agremia/resources/rules/dates.ts'
import { useResource } from '../../api/queries.ts'
import { ActionButton } from '../../resource/actions/action-buttons.tsx'
import { useActions } from '../../resource/actions/use-actions.tsx'
import { organisationTimeZone } from '../../fields/organisation-clock.ts'
import { messagePath } from '../../paths/messages.ts'
import { lazyDialog } from '../../ui/lazy-part.ts'
import { useNavigate } from '../../ui/router.tsx'
import { CommandButton } from '../../ui/command-button.tsx'

const LettersDialog = lazyDialog(() => import('./letters-dialog.tsx'))

/** Buttons to cancel, resend or print a message, by its state and channel. */
export function MessageActions({ record }: RecordProps<'messages'>) {
  const navigate = useNavigate()
  const { find, dialog } = useActions('messages', record, {
    cancel: { label: 'Cancelar a mensagem' },
    resend: {
      // A held message was never sent, so it is released instead of sent again.
      ...(record.state === 'held' && { label: 'Libertar', title: 'Libertar a mensagem' }),
      text: resendText(record),
      // For a message that was sent the server creates a copy.
      after: ({ _id }) => _id !== record._id && navigate(messagePath(_id)),
    },
  })
  return (
    <Group gap="0.625rem">
      <ActionButton action={find('cancel')} />
      <ActionButton action={find('resend')} variant="filled" />
      <PrintLetter record={record} />
      {dialog}
    </Group>
  )
}

function PrintLetter({ record }: RecordProps<'messages'>) {
  const [printing, setPrinting] = useState(false)
  const mayPrint = useResource('messages')?.actions.some(({ name }) => name === 'markPrinted')
  if (!mayPrint || record.channel !== 'letter' || !printable.has(record.state)) return null
  return (
    <>
      <CommandButton
        icon={IconPrinter}
        label={record.state === 'sent' ? 'Imprimir de novo' : 'Imprimir'}
        variant="filled"
        onClick={() => setPrinting(true)}
      />
      {printing && <LettersDialog selection={{ ids: [record._id] }} onClose={() => setPrinting(false)} />}
    </>
  )
}

const printable = new Set(['toPrint', 'sent'])

/** Describes what resending does: recipient, number of SMS, and that a sent message arrives twice. */
export function resendText({
  state,
  subject,
  channel,
  recipientName,
  recipient,
  sentAt,
  smsParts,
}: ResourceRecord<'messages'>): string {
  const [name, address] = [recipientName ?? '', recipient ?? '']
  const to = name && address ? `${name} (${address})` : name || address
  const parts =
    channel === 'sms' && typeof smsParts === 'number' && smsParts > 1 ? ` São ${smsParts} SMS.` : ''
  const text = subject === '' ? 'A mensagem' : `«${subject}»`
  if (state !== 'sent') return `${text} volta à fila e segue, na sua vez, para ${to}.${parts}`
  const when = sentAt == null ? '' : ` a ${formatDateTime(sentAt, organisationTimeZone())}`
  return `${text} já foi enviada${when}. Segue 1 cópia, com o mesmo texto, para ${to}: quem a recebeu fica com duas.${parts}`
}
