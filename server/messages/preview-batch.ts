import type { Caller } from '@agremia/resources/access.ts'
import { coerce } from '@agremia/resources/coerce.ts'
import { messageBatches } from '@agremia/resources/definitions/message-batches.ts'
import type { Settings } from '@agremia/resources/definitions/settings.ts'
import type { Field } from '@agremia/resources/fields.ts'
import { countSms, removeSmsAccents } from '@agremia/resources/rules/sms.ts'
import { checkField } from '@agremia/resources/validate.ts'
import type { EventChannel } from '@agremia/resources/message-events.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import { setImmediate as breathe } from 'node:timers/promises'
import { invalid } from '../errors.ts'
import type { Engine, FieldMessages } from '../rest/modules.ts'
import { membersOf } from './audience.ts'
import { batchProblems } from './batches.ts'
import type { Channel } from './compose.ts'
import type { Candidate, CandidateRow, LeftOutReason } from './eligible.ts'
import { candidateColumns, candidateJoins, candidateOf, channelOrReason, leftOutReasons } from './eligible.ts'
import { letterhead } from './letterhead.ts'
import { commonValues } from './recipient-values.ts'
import { cleanTemplate } from './safe-html.ts'
import { costOf, previewSms } from './sms-cost.ts'
import { render } from './templates.ts'

/** Read so many at a time, so that other requests have their turn. */
const chunk = 500
const mostListed = 100

interface Draft {
  kind: 'service' | 'news'
  channel: EventChannel
  subject: string
  body: string
  smsText: string | null
  audience: unknown
  at: number
}

/** How a bulk sending would turn out: how many by each channel, who is left out and why, what SMS cost, and one of them. */
export async function previewBatch(engine: Engine, given: Record<string, unknown>, caller: Caller) {
  const { organisation } = engine.world
  const today = await organisation.today()
  const draft = readDraft(engine, given, caller, today)
  const words = {
    settings: await organisation.settings(),
    terminology: await organisation.terminology(),
    today,
  }
  const byChannel: Record<Channel, number> = { email: 0, sms: 0, letter: 0 }
  const leftOutByReason: Partial<Record<LeftOutReason, number>> = {}
  const leftOut: { memberId: string; name: string | null; reason: LeftOutReason; reasonLabel: string }[] = []
  let [total, parts] = [0, 0]
  let sample: object | undefined
  for await (const candidate of candidates(engine, draft, caller, today)) {
    const judged = channelOrReason(candidate, draft)
    if (total++ === draft.at) sample = sampleOf(draft, candidate, judged, words)
    if ('channel' in judged) {
      byChannel[judged.channel]++
      if (judged.channel === 'sms') parts += partsFor(draft, candidate, words)
      continue
    }
    const { reason } = judged
    leftOutByReason[reason] = (leftOutByReason[reason] ?? 0) + 1
    if (leftOut.length < mostListed)
      leftOut.push({
        memberId: candidate.memberId,
        name: candidate.name,
        reason,
        reasonLabel: leftOutReasons[reason],
      })
  }
  const cost = costOf(parts, words.settings)
  return { total, byChannel, leftOut, leftOutByReason, smsParts: parts, cost, sample: sample ?? null }
}

/** The fields of a sending that may still lack some. Throws 422 by field. */
function readDraft(engine: Engine, given: Record<string, unknown>, caller: Caller, today: string): Draft {
  const { at = 0, ...texts } = given
  const fields = messageBatches.fields as unknown as Record<string, Field>
  const errors: FieldMessages = {}
  const merged: Record<string, unknown> = {}
  for (const name of Object.keys(texts)) {
    if (!Object.hasOwn(fields, name) || fields[name]?.readOnly) errors[name] = ['Campo desconhecido.']
  }
  for (const name of ['kind', 'channel', 'subject', 'body', 'smsText', 'audience']) {
    const field = fields[name] as Field
    const read = coerce(field, texts[name] ?? field.default ?? null, today)
    if ('problem' in read) errors[name] = [read.problem]
    else {
      const isText = name === 'subject' || name === 'body'
      const checked = checkField(isText ? { ...field, required: false } : field, read.value, {
        today,
        record: {},
      })
      merged[name] = checked.value
      if (checked.errors.length > 0) errors[name] = checked.errors
    }
  }
  if (!Number.isInteger(at) || (at as number) < 0) errors['at'] = ['Indique um número inteiro.']
  const problems = batchProblems({ engine, merged, caller, today })
  if (!merged['body']) delete problems['body']
  const all = { ...problems, ...errors }
  if (Object.keys(all).length > 0) throw invalid(all)
  return {
    ...(merged as unknown as Draft),
    subject: String(merged['subject'] ?? ''),
    body: cleanTemplate(String(merged['body'] ?? '')),
    at: at as number,
  }
}

/** Everybody the audience means, once, in the order of their numbers. */
async function* candidates(
  engine: Engine,
  { audience }: Draft,
  caller: Caller,
  today: string,
): AsyncGenerator<Candidate> {
  const { pool } = engine.world.database
  const { from, where } = membersOf(engine, audience, { caller, today })
  const last = `$${where.values.length + 1}`
  const text = `
    WITH chosen AS (
      SELECT DISTINCT ON (t.person_id) t.id FROM ${from} WHERE ${where.sql}
      ORDER BY t.person_id, t.end_date IS NULL DESC, t.id DESC)
    SELECT ${candidateColumns} FROM chosen JOIN members m ON m.id = chosen.id ${candidateJoins}
    WHERE m.member_number > ${last} ORDER BY m.member_number LIMIT ${chunk}`
  for (let reached = 0; ;) {
    const { rows } = await pool.query({ text, values: [...where.values, reached] })
    for (const row of rows as CandidateRow[]) yield candidateOf(row)
    if (rows.length < chunk) return
    reached = Number((rows.at(-1) as CandidateRow).member_number)
    await breathe()
  }
}

interface Words {
  settings: Settings
  terminology: Terminology
  today: string
}

function partsFor(draft: Draft, candidate: Candidate, { settings, terminology, today }: Words): number {
  const text = render(
    // An SMS with a text of its own says nothing of the body.
    draft.smsText ? { ...draft, body: '' } : draft,
    commonValues(candidate, settings, today),
    terminology,
  ).sms
  return countSms(settings.smsRemoveAccents === 'true' ? removeSmsAccents(text) : text).parts
}

function sampleOf(
  draft: Draft,
  candidate: Candidate,
  judged: ReturnType<typeof channelOrReason>,
  { settings, terminology, today }: Words,
) {
  const content = render(draft, commonValues(candidate, settings, today), terminology)
  const isNews = draft.kind === 'news'
  const { html, text } = letterhead(content, {
    settings,
    terminology,
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
