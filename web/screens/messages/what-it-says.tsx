import { MailFrame } from '../../ui/message-preview.tsx'
import { useReadable } from './use-readable.ts'
import classes from './batch-view.module.css'

/** The text of a message to many, as it was written, with what differs for each person named; nothing once it was forgotten. */
export function WhatItSays({ body }: { body: unknown }) {
  const readable = useReadable()
  if (typeof body !== 'string' || body === '') return null
  return (
    <details className={classes.more}>
      <summary>O que diz</summary>
      <MailFrame title="Texto da mensagem" html={readable(body)} />
    </details>
  )
}
