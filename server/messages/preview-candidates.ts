import type { EventChannel } from '@agremia/resources/message-events.ts'
import type { Settings } from '@agremia/resources/definitions/settings.ts'
import { countSms, removeSmsAccents } from '@agremia/resources/rules/sms.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import type { Channel } from './compose.ts'
import type { Candidate, LeftOutReason } from './eligible.ts'
import { channelOrReason, leftOutReasons } from './eligible.ts'
import { addLetterhead } from './letterhead.ts'
import { commonValues } from './recipient-values.ts'
import { costOf, previewSms } from './sms-cost.ts'
import type { Values } from './templates.ts'
import { render } from './templates.ts'

/** The preview lists at most this many people left out. */
const listedLimit = 100

/** An unsaved batch. */
export interface Draft {
  kind: 'service' | 'news'
  channel: EventChannel
  subject: string
  body: string
  smsText: string | null
  /** Index of the sample message's recipient among the people who get one, from 0. */
  at: number
}

interface RenderContext {
  settings: Settings
  terminology: Terminology
  today: string
}

/** How an area previews batches of its own kind. */
export interface PreviewOwn<C extends Candidate> {
  reasonOf(candidate: C): LeftOutReason | undefined
  /** Values of about the final length, to estimate the cost of SMS. */
  roughValues(candidate: C): Values
  /** The values of the sample message, and what prevents sending it. */
  exactValues(candidate: C): Promise<{ values: Values; problem: string | null }>
}

/** Counts by channel, people left out with reasons, the cost of SMS in euros, and the sample message of `draft.at`. */
export async function previewCandidates<C extends Candidate>(
  context: RenderContext,
  draft: Draft,
  candidates: AsyncIterable<C>,
  own?: PreviewOwn<C>,
) {
  const byChannel: Record<Channel, number> = { email: 0, sms: 0, letter: 0 }
  const leftOutByReason: Partial<Record<LeftOutReason, number>> = {}
  const leftOut: { memberId: string; name: string | null; reason: LeftOutReason; reasonLabel: string }[] = []
  let [total, reached, parts] = [0, 0, 0]
  let seen: { candidate: C; decision: Decision } | undefined
  for await (const candidate of candidates) {
    const reason = own?.reasonOf(candidate)
    const decision: Decision = reason ? { reason } : channelOrReason(candidate, draft)
    // Without recipients, the sample is the first person, with the reason.
    if (total++ === 0) seen = { candidate, decision }
    if ('channel' in decision) {
      if (reached++ === draft.at || reached === 1) seen = { candidate, decision }
      byChannel[decision.channel]++
      if (decision.channel === 'sms')
        parts += partsFor(draft, candidate, context, own?.roughValues(candidate))
      continue
    }
    leftOutByReason[decision.reason] = (leftOutByReason[decision.reason] ?? 0) + 1
    if (leftOut.length < listedLimit)
      leftOut.push({
        memberId: candidate.memberId,
        name: candidate.name,
        reason: decision.reason,
        reasonLabel: leftOutReasons[decision.reason],
      })
  }
  const cost = costOf(parts, context.settings)
  const exact = seen && own ? await own.exactValues(seen.candidate) : undefined
  const sample = seen
    ? { ...sampleOf(draft, seen, context, exact?.values), problem: exact?.problem ?? null }
    : null
  return { total, byChannel, leftOut, leftOutByReason, smsParts: parts, cost, sample }
}

type Decision = ReturnType<typeof channelOrReason>

function partsFor(draft: Draft, candidate: Candidate, context: RenderContext, values: Values = {}): number {
  const { settings, terminology, today } = context
  const text = render(
    // With an SMS text the body is not used, so it is not rendered.
    draft.smsText ? { ...draft, body: '' } : draft,
    { ...commonValues(candidate, settings, today), ...values },
    terminology,
  ).sms
  return countSms(settings.smsRemoveAccents === 'true' ? removeSmsAccents(text) : text).parts
}

function sampleOf(
  draft: Draft,
  { candidate, decision }: { candidate: Candidate; decision: Decision },
  { settings, terminology, today }: RenderContext,
  values: Values = {},
) {
  const content = render(draft, { ...commonValues(candidate, settings, today), ...values }, terminology)
  const isNews = draft.kind === 'news'
  const { html, text } = addLetterhead(content, {
    settings,
    terminology,
    isMember: true,
    ...(isNews && { unsubscribeUrl: '#' }),
  })
  return {
    memberId: candidate.memberId,
    personId: candidate.personId,
    name: candidate.name,
    channel: 'channel' in decision ? decision.channel : null,
    recipient: 'channel' in decision ? decision.address : null,
    reason: 'reason' in decision ? decision.reason : null,
    subject: content.subject,
    html,
    text,
    sms: previewSms(content.sms, settings),
  }
}
