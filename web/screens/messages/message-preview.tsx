import { useState } from 'react'
import { SegmentedControl, Skeleton } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { formatAmount } from '@agremia/resources/rules/amount.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import { MailFrame } from '../../ui/mail-frame.tsx'
import { SmsBubble } from '../../ui/sms-bubble.tsx'
import type { Preview } from '../../resource/preview/use-preview.ts'
import { PlainMessage } from './plain-message.tsx'
import classes from './message-preview.module.css'

/** A message as somebody would read it, in each of its forms. */
export interface PreviewedMessage {
  subject: string
  html: string
  text: string
  sms: { text: string; encoding: string; parts: number; cost: number }
}

interface MessagePreviewProps {
  preview: Preview<PreviewedMessage>
  /** Said in the place of the message when there is nobody to read it. */
  nobody?: string | false
}

/** Shows a message in the form that is chosen; until the server has made the newer one, the older stands. */
export function MessagePreview({ preview, nobody = false }: MessagePreviewProps) {
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
        </div>
      ) : (
        obstacle === undefined &&
        (nobody === false ? <Skeleton h="24rem" /> : <p className={classes.nobody}>{nobody}</p>)
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

export function Message({ message, form }: { message: PreviewedMessage; form: Form }) {
  if (form === 'sms') {
    const { text, parts, cost } = message.sms
    return (
      <>
        <SmsBubble text={text} />
        <p className={classes.note}>
          {counted(parts, 'SMS', 'SMS')} · {formatAmount(Math.round(cost * 100))}
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
