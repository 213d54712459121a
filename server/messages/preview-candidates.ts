import type { EventChannel } from '@agremia/resources/message-events.ts'
import type { Settings } from '@agremia/resources/definitions/settings.ts'
import { countSms, removeSmsAccents } from '@agremia/resources/rules/sms.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import type { Channel } from './compose.ts'
import type { Candidate, LeftOutReason } from './eligible.ts'
import { channelOrReason, leftOutReasons } from './eligible.ts'
import { letterhead } from './letterhead.ts'
import { commonValues } from './recipient-values.ts'
import { costOf, previewSms } from './sms-cost.ts'
import type { Values } from './templates.ts'
import { render } from './templates.ts'

const mostListed = 100

/** What is being written. */
export interface Draft {
  kind: 'service' | 'news'
  channel: EventChannel
  subject: string
  body: string
  smsText: string | null
  /** The place, among those who get one, of the person whose message is to be seen. */
  at: number
}

interface Words {
  settings: Settings
  terminology: Terminology
  today: string
}

/** What an area knows of those who a sending of its own is for. */
export interface PreviewOwn<C extends Candidate> {
  reasonOf(candidate: C): LeftOutReason | undefined
  /** As long as what the person will read, for what SMS cost. */
  roughValues(candidate: C): Values
  /** What the person will read, and what is wrong with it. */
  exactValues(candidate: C): Promise<{ values: Values; problem: string | null }>
}

/** How a sending would turn out: how many by each channel, who is left out and why, what SMS cost, and one of them. */
export async function previewCandidates<C extends Candidate>(
  words: Words,
  draft: Draft,
  candidates: AsyncIterable<C>,
  own?: PreviewOwn<C>,
) {
  const byChannel: Record<Channel, number> = { email: 0, sms: 0, letter: 0 }
  const leftOutByReason: Partial<Record<LeftOutReason, number>> = {}
  const leftOut: { memberId: string; name: string | null; reason: LeftOutReason; reasonLabel: string }[] = []
  let [total, reached, parts] = [0, 0, 0]
  let seen: { candidate: C; judged: Judged } | undefined
  for await (const candidate of candidates) {
    const reason = own?.reasonOf(candidate)
    const judged: Judged = reason ? { reason } : channelOrReason(candidate, draft)
    // Where nobody gets one, the first shows why.
    if (total++ === 0) seen = { candidate, judged }
    if ('channel' in judged) {
      if (reached++ === draft.at || reached === 1) seen = { candidate, judged }
      byChannel[judged.channel]++
      if (judged.channel === 'sms') parts += partsFor(draft, candidate, words, own?.roughValues(candidate))
      continue
    }
    leftOutByReason[judged.reason] = (leftOutByReason[judged.reason] ?? 0) + 1
    if (leftOut.length < mostListed)
      leftOut.push({
        memberId: candidate.memberId,
        name: candidate.name,
        reason: judged.reason,
        reasonLabel: leftOutReasons[judged.reason],
      })
  }
  const cost = costOf(parts, words.settings)
  const exact = seen && own ? await own.exactValues(seen.candidate) : undefined
  const sample = seen
    ? { ...sampleOf(draft, seen, words, exact?.values), problem: exact?.problem ?? null }
    : null
  return { total, byChannel, leftOut, leftOutByReason, smsParts: parts, cost, sample }
}

type Judged = ReturnType<typeof channelOrReason>

function partsFor(draft: Draft, candidate: Candidate, words: Words, values: Values = {}): number {
  const { settings, terminology, today } = words
  const text = render(
    // An SMS with a text of its own says nothing of the body.
    draft.smsText ? { ...draft, body: '' } : draft,
    { ...commonValues(candidate, settings, today), ...values },
    terminology,
  ).sms
  return countSms(settings.smsRemoveAccents === 'true' ? removeSmsAccents(text) : text).parts
}

function sampleOf(
  draft: Draft,
  { candidate, judged }: { candidate: Candidate; judged: Judged },
  { settings, terminology, today }: Words,
  values: Values = {},
) {
  const content = render(draft, { ...commonValues(candidate, settings, today), ...values }, terminology)
  const isNews = draft.kind === 'news'
  const { html, text } = letterhead(content, {
    settings,
    terminology,
    isMember: true,
    ...(isNews && { unsubscribeUrl: '#' }),
  })
  return {
    memberId: candidate.memberId,
    personId: candidate.personId,
    name: candidate.name,
    channel: 'channel' in judged ? judged.channel : null,
    recipient: 'channel' in judged ? judged.address : null,
    reason: 'reason' in judged ? judged.reason : null,
    subject: content.subject,
    html,
    text,
    sms: previewSms(content.sms, settings),
  }
}
