import { useState } from 'react'
import { SegmentedControl, Skeleton } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { formatAmount, toCents } from '@agremia/resources/rules/amount.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import { AttachedFile } from '../../fields/attached-file.tsx'
import { MailFrame, SmsBubble } from '../../ui/message-preview.tsx'
import type { Preview } from '../../resource/preview/use-preview.ts'
import classes from './message-preview.module.css'
import plainClasses from './plain-message.module.css'

/** A message with variables filled in, in each format. */
export interface PreviewedMessage {
  subject: string
  html: string
  text: string
  sms: { text: string; encoding: string; parts: number; cost: number }
}

interface MessagePreviewProps {
  preview: Preview<PreviewedMessage>
  /** Shown instead of the message when there is no recipient. */
  emptyText?: string | false
  /** Id of the file that the email carries. */
  attachmentId?: unknown
}

/** Shows the message in the chosen format; shows the previous preview until the new one arrives. */
export function MessagePreview({ preview, emptyText = false, attachmentId }: MessagePreviewProps) {
  const [form, setForm] = useState<Form>('html')
  const { data, errors, problem } = preview
  const obstacle = problem ?? (errors && 'Corrija o texto para ver como fica.')
  return (
    <>
      <SegmentedControl
        className={classes.forms}
        size="xs"
        aria-label="Mostrar"
        value={form}
        onChange={(chosen) => setForm(chosen as Form)}
        data={forms}
      />
      {obstacle !== undefined && (
        <output className={classes.obstacle}>
          <IconAlertCircle size="1.125rem" stroke={1.5} aria-hidden />
          {obstacle}
        </output>
      )}
      {data ? (
        <div className={classes.message}>
          <Message message={data} form={form} />
          {form !== 'sms' && <AttachedFile id={attachmentId} />}
        </div>
      ) : (
        obstacle === undefined &&
        (emptyText === false ? <Skeleton h="24rem" /> : <p className={classes.nobody}>{emptyText}</p>)
      )}
    </>
  )
}

type Form = 'html' | 'text' | 'sms'
const forms = [
  { value: 'html', label: 'Email' },
  { value: 'text', label: 'Só texto' },
  { value: 'sms', label: 'SMS' },
]

function Message({ message, form }: { message: PreviewedMessage; form: Form }) {
  if (form === 'sms') {
    const { text, parts, cost } = message.sms
    return (
      <>
        <SmsBubble text={text} />
        <p className="note">
          {counted(parts, 'SMS', 'SMS')} · {formatAmount(toCents(cost))}
        </p>
      </>
    )
  }
  return (
    <>
      <p className={classes.subject}>{message.subject || '(sem assunto)'}</p>
      {form === 'html' ? (
        <MailFrame title="Pré-visualização da mensagem" html={message.html} />
      ) : (
        <PlainMessage text={message.text} />
      )}
    </>
  )
}

/** The plain-text part of a message. */
export function PlainMessage({ text }: { text: string }) {
  return <pre className={plainClasses.text}>{text}</pre>
}
