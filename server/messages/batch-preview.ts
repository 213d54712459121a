import { fieldErrors } from '@agremia/resources/field-errors.ts'
import { coerce } from '@agremia/resources/coerce.ts'
import type { Definition } from '@agremia/resources/define-resource.ts'
import type { Settings } from '@agremia/resources/definitions/settings.ts'
import type { Field, Fields } from '@agremia/resources/fields.ts'
import { each, orNull, described, limited } from '@agremia/resources/json-shape.ts'
import type { JsonSchema } from '@agremia/resources/json-shape.ts'
import type { EventChannel } from '@agremia/resources/message-events.ts'
import { countSms, removeSmsAccents } from '@agremia/resources/rules/sms.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import { checkField } from '@agremia/resources/validate.ts'
import { invalid } from '../errors.ts'
import type { LeftOutGroup, LeftOutMember, LeftOutRequest } from '../left-out.ts'
import { namedInPreview, leftOutGroupShape } from '../left-out.ts'
import type { ApiContext } from '../rest/api.ts'
import { inputSchema } from '../rest/openapi-schemas.ts'
import { addLetterhead } from './letterhead.ts'
import { contentShape } from './message-content.ts'
import type { Candidate, LeftOutReason } from './recipients.ts'
import { channelOrReason, commonValues, leftOutReasons } from './recipients.ts'
import { costOf, previewSms, smsPreviewShape } from './sms.ts'
import type { Naming, Values } from './templates.ts'
import { normalizeTexts, render } from './templates.ts'
import type { FieldMessages } from '../errors.ts'
import { addressKey } from './channels.ts'
import type { Channel } from './channels.ts'

/** An unsaved batch. */
interface Draft {
  kind: 'service' | 'news'
  channel: EventChannel
  /** Undefined: person. */
  oncePer?: 'person' | 'address'
  subject: string
  body: string
  smsText: string | null
  /** Index of the sample message's recipient among the people who get one, from 0. */
  at: number
  /** The day on which recipients are members already; undefined: also those who are admitted later. */
  membersOn?: string
}

interface RenderContext {
  settings: Settings
  terminology: Terminology
  today: string
}

type ReasonOf<C extends Candidate> = (candidate: C) => LeftOutReason | undefined

/** How an area previews batches of its own kind. */
interface PreviewOwn<C extends Candidate> {
  reasonOf: ReasonOf<C>
  /** Values of about the final length, to estimate the cost of SMS. */
  roughValues(candidate: C): Values
  /** The values of the sample message, and what prevents sending it. */
  exactValues(candidate: C): Promise<{ values: Values; problem: string | null }>
}

/** The preview of a batch. Cost in euros. */
export const batchPreviewShape = {
  total: 'integer',
  byChannel: described('Pessoas, por canal.', each(['email', 'sms', 'letter'], 'integer')),
  byAddress: described('Endereços diferentes, por canal.', each(['email', 'sms', 'letter'], 'integer')),
  leftOut: [leftOutGroupShape(leftOutReasons)],
  smsParts: 'integer',
  cost: 'euros',
  sample: orNull({
    memberId: 'uuid',
    personId: 'uuid',
    name: 'text',
    channel: 'text?',
    recipient: 'text?',
    reason: 'text?',
    subject: 'text',
    ...contentShape,
    sms: smsPreviewShape,
    problem: 'text?',
  }),
} as const

/** The schema of an unsaved batch: some fields of its definition, and the index of the sample message. */
export function draftSchema(
  { fields }: { fields: Fields },
  names: readonly string[],
  context: ApiContext,
): JsonSchema {
  const at = described('Que mensagem se mostra como exemplo.', limited('integer', { minimum: 0 }))
  return inputSchema(Object.fromEntries(names.map((name) => [name, fields[name]!])), context, { 'at?': at })
}

/** Counts by channel, people left out by reason, the cost of SMS in euros, and the sample message of `draft.at`. */
export async function previewCandidates<C extends Candidate>(
  context: RenderContext,
  draft: Draft,
  candidates: AsyncIterable<C>,
  own?: PreviewOwn<C>,
) {
  const byChannel: Record<Channel, number> = { email: 0, sms: 0, letter: 0 }
  const byAddress: Record<Channel, number> = { email: 0, sms: 0, letter: 0 }
  const addresses = new Set<string>()
  const leftOut = new Map<LeftOutReason, LeftOutGroup<LeftOutReason>>()
  let [total, reached, parts] = [0, 0, 0]
  let seen: { candidate: C; decision: Decision } | undefined
  for await (const candidate of candidates) {
    const decision = decisionOn(candidate, draft, own?.reasonOf)
    // Without recipients, the sample is the first person, with the reason.
    if (total++ === 0) seen = { candidate, decision }
    if ('channel' in decision) {
      if (reached++ === draft.at || reached === 1) seen = { candidate, decision }
      const { channel } = decision
      const key = addressKey(channel, candidate)
      const isNew = key === undefined || !addresses.has(key)
      if (key !== undefined) addresses.add(key)
      byChannel[channel]++
      if (isNew) byAddress[channel]++
      if (channel === 'sms' && (isNew || draft.oncePer !== 'address'))
        parts += partsFor(draft, candidate, context, own?.roughValues(candidate))
      continue
    }
    const { reason } = decision
    const group = leftOut.get(reason) ?? { reason, reasonLabel: leftOutReasons[reason], count: 0, first: [] }
    leftOut.set(reason, group)
    if (group.count++ < namedInPreview) group.first.push(leftOutMemberOf(candidate))
  }
  const cost = costOf(parts, context.settings)
  const exact = seen && own ? await own.exactValues(seen.candidate) : undefined
  const sample = seen
    ? { ...sampleOf(draft, seen, context, exact?.values), problem: exact?.problem ?? null }
    : null
  const groups = [...leftOut.values()].toSorted((one, other) => other.count - one.count)
  return { total, byChannel, byAddress, leftOut: groups, smsParts: parts, cost, sample }
}

/** A page of the people whom a batch leaves out for a reason. */
export async function leftOutCandidates<C extends Candidate>(
  draft: Draft,
  candidates: AsyncIterable<C>,
  { reason, page: { page, limit, sqlLimit, offset } }: Pick<LeftOutRequest<LeftOutReason>, 'reason' | 'page'>,
  reasonOf?: ReasonOf<C>,
) {
  const data: LeftOutMember[] = []
  let total = 0
  for await (const candidate of candidates) {
    const decision = decisionOn(candidate, draft, reasonOf)
    if (!('reason' in decision) || decision.reason !== reason) continue
    if (total >= offset && data.length < (sqlLimit ?? Infinity)) data.push(leftOutMemberOf(candidate))
    total++
  }
  return { data, meta: { total, page, limit } }
}

export function leftOutMemberOf({ memberId, memberNumber, name }: Candidate): LeftOutMember {
  return { memberId, memberNumber, name }
}

type Decision = ReturnType<typeof channelOrReason>

function decisionOn<C extends Candidate>(
  candidate: C,
  draft: Draft,
  reasonOf: ReasonOf<C> | undefined,
): Decision {
  const reason = reasonOf?.(candidate)
  return reason ? { reason } : channelOrReason(candidate, draft)
}

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
    recipient: 'channel' in decision && !candidate.isProtected ? decision.address : null,
    reason: 'reason' in decision ? decision.reason : null,
    subject: content.subject,
    html,
    text,
    sms: previewSms(content.sms, settings),
  }
}

/** Texts that may be empty in a preview. */
const mayBeEmpty = new Set(['subject', 'body'])

interface DraftInput {
  /** The body of the request. */
  given: Record<string, unknown>
  today: string
  /** The variables that the texts may use. */
  naming?: Naming
}

/**
 * Reads the fields `names` of an unsaved batch, with its texts in their stored form, and `at`, the index of the sample message.
 * Subject and body may be empty. Throws 422 by field, also with the errors of `validate`.
 */
export function readDraft(
  definition: Definition,
  names: readonly string[],
  { given, today, naming }: DraftInput,
  validate: (merged: Record<string, unknown>) => FieldMessages,
): Draft & Record<string, unknown> {
  const { at = 0, ...fields } = given
  const errors: FieldMessages = {}
  const merged: Record<string, unknown> = {}
  for (const name of Object.keys(fields)) if (!names.includes(name)) errors[name] = [fieldErrors.unknown]
  for (const name of names) {
    const field = definition.fields[name] as Field
    const coerced = coerce(field, fields[name] ?? field.default ?? null, today)
    if ('problem' in coerced) {
      errors[name] = [coerced.problem]
      continue
    }
    const rules = mayBeEmpty.has(name) ? { ...field, required: false } : field
    const checked = checkField(rules, coerced.value, { today, record: {} })
    merged[name] = checked.value
    if (checked.errors.length > 0) errors[name] = checked.errors
  }
  if (!Number.isInteger(at) || (at as number) < 0) errors['at'] = [fieldErrors.integer]
  const hasBody = Boolean(merged['body'])
  const problems = {
    ...normalizeTexts({ values: merged, set: (values) => void Object.assign(merged, values) }, naming),
    ...validate(merged),
  }
  if (!hasBody) delete problems['body']
  const allErrors = { ...problems, ...errors }
  if (Object.keys(allErrors).length > 0) throw invalid(allErrors)
  const { subject, body, smsText } = merged
  const texts = { subject: subject ?? '', body: body ?? '', smsText: smsText ?? '' }
  return { ...merged, ...texts, at } as Draft & Record<string, unknown>
}
