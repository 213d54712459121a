import type { Euros } from '@agremia/resources/rules/amount.ts'
import { formatAmount, toCents } from '@agremia/resources/rules/amount.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import type { ExcludedGroup } from '../../resource/preview/left-out.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { MailFrame, SmsBubble } from '../../ui/message-preview.tsx'
import { PlainMessage } from '../messages/index.ts'
import classes from './notify-members.module.css'

type Channel = 'email' | 'sms' | 'letter'

/** The answer of `POST /payment_notices/preview`. Amounts in euros. */
export interface NoticePreview {
  count: number
  total: Euros
  groups: { step: string; channel: Channel; count: number; total: Euros }[]
  leftOut: ExcludedGroup[]
  /** The message of the recipient at the requested position; null without recipients. */
  sample: NoticeSample | null
}

interface NoticeSample {
  memberId: string
  name: string
  memberNumber: number
  step: string
  total: Euros
  channel: Channel
  recipient: string | null
  subject: string
  html: string | null
  text: string
  frames: Frame[] | null
  /** Why there is no Multibanco reference although an account is configured, and the remedy. */
  multibancoProblem: string | null
  sms: { text: string; parts: number; cost: Euros } | null
}

/** A framed block of facts below the text of a letter. */
interface Frame {
  title: string
  facts: [label: string, value: string][]
}

function NoticeFrames({ frames }: { frames: readonly Frame[] }) {
  return frames.map(({ title, facts }) => (
    <section key={title} aria-label={title}>
      <Facts>
        {facts.map(([label, value]) => (
          <Fact key={label} label={label} value={value} />
        ))}
      </Facts>
    </section>
  ))
}

/** One recipient's message, drawn as it will arrive. */
export function NoticeMessage({ sample }: { sample: NoticeSample }) {
  if (sample.sms) {
    return (
      <>
        <SmsBubble text={sample.sms.text} />
        <p className={classes.note}>
          {counted(sample.sms.parts, 'SMS', 'SMS')} · {formatAmount(toCents(sample.sms.cost))}
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
