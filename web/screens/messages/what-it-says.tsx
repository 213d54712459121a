import { MailFrame } from '../../ui/mail-frame.tsx'
import classes from './batch-view.module.css'

/** The text of a message to many, as it was written; nothing once it was forgotten. */
export function WhatItSays({ body }: { body: unknown }) {
  if (typeof body !== 'string' || body === '') return null
  return (
    <details className={classes.more}>
      <summary>O que diz</summary>
      <MailFrame title="Texto da mensagem" html={body} />
    </details>
  )
}
