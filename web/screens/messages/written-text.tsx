import { MailFrame } from '../../ui/mail-frame.tsx'
import { useReadableText } from './use-readable-text.ts'
import classes from './batch-view.module.css'

/** The collapsed text of a batch, with its variables in words; nothing once the text was erased. */
export function WrittenText({ body }: { body: unknown }) {
  const readable = useReadableText()
  if (typeof body !== 'string' || body === '') return null
  return (
    <details className={classes.more}>
      <summary>O que diz</summary>
      <MailFrame title="Texto da mensagem" html={readable(body)} />
    </details>
  )
}
