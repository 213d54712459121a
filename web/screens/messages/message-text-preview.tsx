import { useState } from 'react'
import { recordPath } from '@agremia/resources/paths.ts'
import type { Values } from '../../fields/index.ts'
import { SeenWith } from '../member-parts/index.ts'
import { MessagePreview, type PreviewedMessage } from './message-preview.tsx'
import { usePreview } from '../../resource/preview/use-preview.ts'
import classes from './message-preview.module.css'

interface MessageTextPreviewProps {
  event: string
  /** What is being written; undefined for the stored texts. */
  values: Values | undefined
}

/** How the texts would be read: by an invented person, or by whoever is chosen. */
export function MessageTextPreview({ event, values }: MessageTextPreviewProps) {
  const [reader, setReader] = useState<Values>({})
  const preview = usePreview<PreviewedMessage>(`${recordPath('messageSettings', event)}/preview`, {
    ...(values && {
      subject: values.subject ?? '',
      body: values.body ?? '',
      smsText: values.smsText ?? '',
    }),
    memberId: reader.memberId ?? null,
  })
  return (
    <section className={classes.side} aria-label="Pré-visualização">
      <SeenWith id="preview-member" reader={reader} onChange={setReader} />
      <MessagePreview preview={preview} />
    </section>
  )
}
