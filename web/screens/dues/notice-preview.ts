import type { Frame } from './notice-frames.tsx'

/** A way in which somebody is reached. */
type Channel = 'email' | 'sms' | 'letter'

export interface Skipped {
  memberId: string
  memberNumber: number
  name: string
  reason: string
  reasonLabel: string
}

/** How telling those who owe would turn out. Amounts in euros. */
export interface NoticePreview {
  count: number
  total: number
  groups: { step: string; channel: Channel; count: number; total: number }[]
  /** The first of each reason. */
  skipped: Skipped[]
  skippedByReason: { reason: string; reasonLabel: string; count: number }[]
  /** What the one that was asked for would read; null where there is nobody. */
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
  /** Why there is no Multibanco reference although there is an account, and what can be done. */
  multibancoProblem: string | null
  sms: { text: string; parts: number; cost: number } | null
}
