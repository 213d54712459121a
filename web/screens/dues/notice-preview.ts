import type { Frame } from './notice-frames.tsx'

type Channel = 'email' | 'sms' | 'letter'

export interface Skipped {
  memberId: string
  memberNumber: number
  name: string
  reason: string
  reasonLabel: string
}

/** The answer of `POST /payment_notices/preview`. Amounts in euros. */
export interface NoticePreview {
  count: number
  total: number
  groups: { step: string; channel: Channel; count: number; total: number }[]
  /** The first people of each reason. */
  skipped: Skipped[]
  skippedByReason: { reason: string; reasonLabel: string; count: number }[]
  /** The message of the recipient at the requested position; null without recipients. */
  sample: NoticeSample | null
}

export interface NoticeSample {
  memberId: string
  name: string
  memberNumber: number
  step: string
  total: number
  channel: Channel
  recipient: string | null
  subject: string
  html: string | null
  text: string
  frames: Frame[] | null
  /** Why there is no Multibanco reference although an account is configured, and the remedy. */
  multibancoProblem: string | null
  sms: { text: string; parts: number; cost: number } | null
}
