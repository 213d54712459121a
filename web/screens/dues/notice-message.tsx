import { formatAmount } from '@agremia/resources/rules/amount.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import { MailFrame } from '../../ui/mail-frame.tsx'
import { SmsBubble } from '../../ui/sms-bubble.tsx'
import { PlainMessage } from '../messages/index.ts'
import { centsOf } from './debt-cells.tsx'
import { NoticeFrames } from './notice-frames.tsx'
import type { NoticeSample } from './notice-preview.ts'
import classes from './notify-members.module.css'

/** The message of one person, in the form in which it arrives. */
export function NoticeMessage({ sample }: { sample: NoticeSample }) {
  if (sample.sms) {
    return (
      <>
        <SmsBubble text={sample.sms.text} />
        <p className={classes.note}>
          {counted(sample.sms.parts, 'SMS', 'SMS')} · {formatAmount(centsOf(sample.sms.cost))}
        </p>
      </>
    )
  }
  return (
    <>
      <p className={classes.subject}>{sample.subject}</p>
      {sample.channel === 'email' && sample.html !== null ? (
        <MailFrame title="Pré-visualização da mensagem" html={sample.html} />
      ) : (
        <>
          <PlainMessage text={sample.text} />
          <NoticeFrames frames={sample.frames ?? []} />
        </>
      )}
    </>
  )
}
