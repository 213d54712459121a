import type { MessageEventCode } from '@agremia/resources/message-events.ts'
import { messageEvents } from '@agremia/resources/message-events.ts'
import type { Settings } from '@agremia/resources/definitions/settings.ts'
import { addDays } from '@agremia/resources/rules/dates.ts'
import { countSms, removeSmsAccents } from '@agremia/resources/rules/sms.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import { v7 as newId } from 'uuid'
import type { Querying } from '../database/querying.ts'
import { execute, many, raw, sql } from '../database/sql.ts'
import type { Recipient } from './recipients.ts'
import { commonValues, recipientColumns, recipientOf, recipientShape } from './recipients.ts'
import type { Template } from './templates.ts'
import { render, sampleValues } from './templates.ts'
import type { Channel } from './channels.ts'
import { addressOf } from './channels.ts'

interface Sample {
  cause: MessageEventCode | 'bulk'
  channel: Channel
  /** Age in days. */
  days: number
  state: 'sent' | 'held' | 'toPrint' | 'failed' | 'doubtful' | 'cancelled'
  reason?: string
  error?: string
  batchId?: string
}

interface SampleContext {
  settings: Settings
  terminology: Terminology
  today: string
}

const assembly: Template = {
  subject: 'Convocatória da assembleia geral',
  body: '<p>{saudacao},</p><p>Nos termos dos estatutos, convocamos {todos} {os} {memberPlural} para a assembleia geral ordinária, com a aprovação das contas do ano.</p><p>A Direção</p>',
  smsText: '{organizacao}: assembleia geral ordinaria. Contamos com a sua presenca.',
}

/** Inserts a batch and recent messages in every state, without jobs, so that none is sent. Requires the sample members. */
export async function insertSampleMessages(db: Querying, context: SampleContext): Promise<void> {
  const people = await samplePeople(db)
  const byChannel = (channel: Channel) => people.filter((person) => (person.preferred ?? 'email') === channel)
  const batchId = newId()
  const samples: [Sample, Recipient | undefined][] = [
    ...byChannel('email')
      .slice(0, 24)
      .map((person, index): [Sample, Recipient] => [
        index === 23
          ? { cause: 'bulk', channel: 'email', days: 12, batchId, ...refused }
          : { cause: 'bulk', channel: 'email', days: 12, batchId, state: 'sent' },
        person,
      ]),
    ...recent.map((sample, index): [Sample, Recipient | undefined] => {
      const earlier = recent.slice(0, index).filter(({ channel }) => channel === sample.channel)
      return [sample, byChannel(sample.channel)[earlier.length]]
    }),
  ]
  const rows = samples.flatMap(([sample, person]) => (person ? [rowOf(sample, person, context)] : []))
  const batchRows = rows.filter((row) => row.batch_id === batchId)
  await insertBatch(db, batchId, batchRows.length, context.today)
  await insert(db, 'messages', rows)
  await insert(
    db,
    'message_attempts',
    rows.flatMap((row) => attemptsOf(row)),
  )
  await insertConsents(db, people, context.today)
}

const refused = {
  state: 'failed',
  reason: 'refused',
  error: 'O servidor recusou a mensagem: 550 5.1.1 a caixa de correio não existe.',
} as const

const recent: Sample[] = [
  { cause: 'paymentAdvice', channel: 'email', days: 40, state: 'sent' },
  { cause: 'paymentAdvice', channel: 'email', days: 40, state: 'sent' },
  { cause: 'paymentAdvice', channel: 'sms', days: 40, state: 'sent' },
  { cause: 'reminder1', channel: 'email', days: 9, state: 'sent' },
  { cause: 'reminder1', channel: 'sms', days: 9, state: 'sent' },
  { cause: 'reminder2', channel: 'email', days: 3, ...refused },
  { cause: 'paymentReceived', channel: 'email', days: 2, state: 'sent' },
  { cause: 'welcome', channel: 'email', days: 2, state: 'sent' },
  {
    cause: 'welcome',
    channel: 'email',
    days: 1,
    state: 'doubtful',
    reason: 'interrupted',
    error: 'A ligação caiu sem que o servidor confirmasse: não respondeu a tempo.',
  },
  { cause: 'cardReady', channel: 'letter', days: 1, state: 'toPrint' },
  { cause: 'welcome', channel: 'letter', days: 1, state: 'toPrint' },
  { cause: 'stateChanged', channel: 'email', days: 1, state: 'cancelled' },
  { cause: 'reminder1', channel: 'email', days: 0, state: 'held', reason: 'paused' },
  { cause: 'reminder1', channel: 'email', days: 0, state: 'held', reason: 'paused' },
  { cause: 'reminder1', channel: 'sms', days: 0, state: 'held', reason: 'paused' },
  { cause: 'paymentReceived', channel: 'email', days: 0, state: 'held', reason: 'paused' },
]

/** The first 120 members; the first of them is the one who signs in to the demonstration. */
async function samplePeople(db: Querying): Promise<Recipient[]> {
  const rows = await many(
    db,
    sql`SELECT ${recipientColumns} FROM members m JOIN people p ON p.id = m.person_id JOIN member_categories c ON c.id = m.category_id
           JOIN member_state_names s ON s.id = m.current_state_id WHERE NOT s.marks_end ORDER BY m.member_number LIMIT 120`,
    recipientShape,
  )
  return rows.map(recipientOf)
}

function rowOf(sample: Sample, person: Recipient, { settings, terminology, today }: SampleContext) {
  const { cause, channel, days, state, reason = null, error = null, batchId = null } = sample
  const event = cause === 'bulk' ? undefined : messageEvents[cause]
  const values = {
    ...(event && sampleValues(event)),
    ...commonValues(person, settings, today),
  }
  const { subject, html, text, sms } = render(event ?? assembly, values, terminology)
  const bodyText = channel === 'sms' ? removeSmsAccents(sms) : text
  const at = `${addDays(today, -days)}T09:30:00Z`
  const address = addressOf(channel, person)
  return {
    id: newId(),
    created_at: at,
    updated_at: at,
    version: 1,
    cause,
    kind: 'service',
    channel,
    recipient: address,
    recipient_name: person.name,
    person_id: person.personId,
    subject,
    body_text: bodyText,
    body_html: channel === 'sms' ? null : html,
    sms_parts: channel === 'sms' ? countSms(bodyText).parts : null,
    state,
    reason,
    last_error: error,
    attempts: ['held', 'toPrint', 'cancelled'].includes(state) ? 0 : 1,
    sent_at: state === 'sent' ? at : null,
    batch_id: batchId,
    is_urgent: false,
    had_secret: false,
  }
}

type Row = ReturnType<typeof rowOf>

function attemptsOf({ id, state, created_at, last_error }: Row) {
  const outcomes: Partial<Record<Sample['state'], string>> = {
    sent: 'sent',
    failed: 'refused',
    doubtful: 'interrupted',
  }
  const outcome = outcomes[state]
  const times = { created_at, updated_at: created_at, version: 1, at: created_at }
  return outcome ? [{ id: newId(), ...times, message_id: id, outcome, detail: last_error }] : []
}

async function insertBatch(db: Querying, id: string, count: number, today: string): Promise<void> {
  const at = `${addDays(today, -12)}T09:30:00Z`
  await insert(db, 'message_batches', [
    {
      id,
      created_at: at,
      updated_at: at,
      version: 1,
      subject: assembly.subject,
      body: assembly.body,
      sms_text: assembly.smsText,
      kind: 'service',
      channel: 'email',
      audience: { query: {} },
      state: 'composed',
      total: count,
      done: count,
      left_out: 0,
      finished_at: at,
      created_by_name: 'Demonstração',
    },
  ])
}

/** Most people accept the newsletter, some have no consent, and a few withdrew it. */
async function insertConsents(db: Querying, people: Recipient[], today: string): Promise<void> {
  const rows = people.flatMap(({ personId }, index) => {
    if (index % 4 === 3) return []
    const at = `${addDays(today, -400 + index)}T10:00:00Z`
    const common = { created_at: at, updated_at: at, version: 1, person_id: personId, given_by: 'self' }
    const first = {
      ...common,
      id: newId(),
      at,
      purpose: 'newsletter',
      channel: 'email',
      status: 'given',
      method: 'paper',
    }
    const later = `${addDays(today, -20)}T10:00:00Z`
    return index % 9 === 0
      ? [first, { ...first, id: newId(), at: later, status: 'withdrawn', method: 'link' }]
      : [first]
  })
  await insert(db, 'consents', rows)
}

async function insert(db: Querying, table: string, rows: object[]): Promise<void> {
  if (rows.length === 0) return
  const [into, columns] = [raw(table), raw(Object.keys(rows[0] as object).join(', '))]
  await execute(
    db,
    sql`INSERT INTO ${into} (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(NULL::${into}, ${JSON.stringify(rows)})`,
  )
}
