import type { ApplicationStateCode } from '@agremia/resources/application-states.ts'
import { addDays, addYears } from '@agremia/resources/rules/dates.ts'
import { foldText } from '@agremia/resources/rules/fold.ts'
import { nifCheckDigit } from '@agremia/resources/rules/identity-numbers.ts'
import { v7 as newId } from 'uuid'
import type { Querying } from '../database/querying.ts'
import { execute, many, raw, sql } from '../database/sql.ts'

interface Sample {
  name: string
  state: ApplicationStateCode
  /** Days since the submission. */
  days: number
  /** Years; undefined for legal persons. */
  age?: number
  category: string
  counter?: true
  city?: string
  /** Additional columns. */
  more?: Record<string, unknown>
}

const samples: Sample[] = [
  { name: 'Leonor Sampaio Tavares', state: 'submitted', days: 0, age: 34, category: 'EFE', city: 'Porto' },
  { name: 'Martim Coelho Brandão', state: 'submitted', days: 1, age: 22, category: 'EST', city: 'Braga' },
  {
    name: 'Benedita Salgueiro',
    state: 'submitted',
    days: 2,
    age: 11,
    category: 'JUV',
    city: 'Vila Nova de Gaia',
    more: {
      guardian_name: 'Cristina Salgueiro',
      guardian_contact: '+351933445566',
      guardian_consent: true,
      interests: ['Natação'],
    },
  },
  {
    name: 'Padaria Flor do Outeiro, Lda.',
    state: 'submitted',
    days: 3,
    category: 'COL',
    city: 'Porto',
    more: {
      kind: 'legal',
      representative_name: 'Anselmo Pacheco',
      representative_role: 'Gerente',
      message: 'Gostávamos de apoiar as festas do clube.',
    },
  },
  {
    name: 'Rodrigo Vilaça',
    state: 'submitted',
    days: 4,
    age: 41,
    category: 'EFE',
    counter: true,
    city: 'Aveiro',
    more: { internal_notes: 'Entregou a ficha em papel; falta digitalizar.' },
  },
  { name: 'Iolanda Meireles', state: 'review', days: 6, age: 67, category: 'SEN', city: 'Porto' },
  {
    name: 'Duarte Falcão Neto',
    state: 'review',
    days: 8,
    age: 29,
    category: 'EFE',
    city: 'Leiria',
    more: { interests: ['Teatro', 'Coro'], message: 'Toco viola e gostava de entrar no grupo de música.' },
  },
  {
    name: 'Aurora Caldeira',
    state: 'information',
    days: 12,
    age: 38,
    category: 'FAM',
    city: 'Porto',
    more: { information_requested: 'Falta indicar de que sócio é familiar.' },
  },
  { name: 'Salvador Bettencourt', state: 'unverified', days: 2, age: 26, category: 'EFE', city: 'Funchal' },
  { name: 'Noémia Carrilho', state: 'expired', days: 15, age: 52, category: 'EFE', city: 'Évora' },
  {
    name: 'Gaspar Monteiro da Veiga',
    state: 'refused',
    days: 60,
    age: 45,
    category: 'EFE',
    city: 'Coimbra',
    more: {
      refusal_reason: 'Não cumpre as condições de admissão do artigo 5.º dos estatutos.',
      decision_body: 'Direção',
      minute_ref: '14/2026',
    },
  },
  { name: 'Violante Serpa', state: 'withdrawn', days: 40, age: 31, category: 'EFE', city: 'Faro' },
  { name: 'Leonor Sampaio', state: 'duplicate', days: 5, age: 34, category: 'EFE', city: 'Porto' },
  { name: 'Tomé Barradas', state: 'draft', days: 0, age: 58, category: 'EFE', counter: true, city: 'Almada' },
]

/** Inserts applications in every state: of new people, of a former member, and the accepted ones of recent members. */
export async function insertSampleApplications(
  db: Querying,
  { today, reviewerId }: { today: string; reviewerId: string },
): Promise<void> {
  const rows = await many(db, sql`SELECT code, id FROM member_categories`, { code: 'text', id: 'uuid' })
  const categories = new Map(rows.map(({ code, id }) => [code, id]))
  const strangers = samples.map((sample, index) => strangerRow(sample, { index, today, categories }))
  const existing = [...(await admittedRows(db)), ...(await returningRow(db, today))]
  const applications = [...strangers, ...existing].map((row) => ({
    ...common(row, today, reviewerId),
    ...row,
  }))
  await insert(db, applications)
  await insertConsents(db, today)
}

type Row = Record<string, unknown> & { state: ApplicationStateCode; day: string }

interface RowContext {
  index: number
  today: string
  categories: ReadonlyMap<string, string>
}

function strangerRow(
  { name, state, days, age, category, counter, city, more }: Sample,
  { index, today, categories }: RowContext,
): Row {
  const digits = `${age === undefined ? '5' : '2'}${String(90_000_000 + index * 1237).slice(-7)}`
  return {
    state,
    day: addDays(today, -days),
    name,
    nif: `${digits}${nifCheckDigit(digits)}`,
    birth_date: age === undefined ? null : addDays(addYears(today, -age), -40 - index * 11),
    email: `${foldText(name).replaceAll(' ', '.')}@exemplo.pt`,
    mobile: `+35191${String(2_000_000 + index * 34_567)}`,
    city: city ?? null,
    category_id: categories.get(category) ?? null,
    source: counter ? 'counter' : 'site',
    ...more,
  }
}

/** Accepted applications of the members admitted last. */
async function admittedRows(db: Querying): Promise<Row[]> {
  const rows = await many(
    db,
    sql`SELECT p.name, p.nif, p.birth_date, p.email, p.mobile, p.city, p.guardian_name, p.guardian_name IS NOT NULL AS guardian_consent,
             m.category_id, m.id AS member_id, m.person_id, m.admission_date::text AS day
           FROM members m JOIN people p ON p.id = m.person_id WHERE m.end_date IS NULL ORDER BY m.admission_date DESC, m.id LIMIT 4`,
    {
      name: 'text',
      nif: 'text?',
      birth_date: 'day?',
      email: 'text?',
      mobile: 'text?',
      city: 'text?',
      guardian_name: 'text?',
      guardian_consent: 'boolean',
      category_id: 'uuid',
      member_id: 'uuid',
      person_id: 'uuid',
      day: 'text',
    },
  )
  return rows.map((row) => ({
    ...row,
    state: 'accepted',
    day: String(row['day']),
    source: 'site',
    decision_body: 'Direção',
  }))
}

/** A former member who applies again, so that the staff finds a match. */
async function returningRow(db: Querying, today: string): Promise<Row[]> {
  const rows = await many(
    db,
    sql`SELECT p.name, p.nif, p.birth_date, p.city, c.id AS category_id FROM members m JOIN people p ON p.id = m.person_id
             JOIN member_state_names s ON s.id = m.current_state_id JOIN member_categories c ON c.code = 'EFE'
           WHERE s.name = 'Exonerado' AND p.nif IS NOT NULL AND p.guardian_name IS NULL ORDER BY m.member_number DESC LIMIT 1`,
    { name: 'text', nif: 'text', birth_date: 'day?', city: 'text?', category_id: 'uuid' },
  )
  return rows.map((row) => ({
    ...row,
    state: 'submitted',
    day: addDays(today, -5),
    source: 'site',
    email: 'regresso@exemplo.pt',
    message: 'Já fui sócio e gostava de voltar.',
  }))
}

const decided: ApplicationStateCode[] = ['accepted', 'refused', 'withdrawn', 'duplicate']
const reviewed: ApplicationStateCode[] = ['review', 'information', ...decided]

/** The columns of all applications, by state. */
function common({ state, day, source }: Row, today: string, reviewerId: string): Record<string, unknown> {
  const submittedAt = `${day}T10:24:00Z`
  const isSite = source === 'site'
  const isConfirmed = isSite && state !== 'unverified' && state !== 'expired'
  return {
    id: newId(),
    kind: 'natural',
    country: 'PT',
    interests: [],
    guardian_consent: false,
    terms: state !== 'draft',
    privacy_notice: state !== 'draft',
    newsletter: isSite,
    state_since: day,
    submitted_at: state === 'draft' ? null : submittedAt,
    created_at: submittedAt,
    decision_due: state === 'draft' ? null : addDays(day, 180),
    email_verified_at: isConfirmed ? `${day}T10:31:00Z` : null,
    verification_expires_at: isSite && !isConfirmed ? `${addDays(day, 7)}T10:24:00Z` : null,
    reviewer_id: reviewed.includes(state) ? reviewerId : null,
    decision_date: decided.includes(state) ? earlier(addDays(day, 10), today) : null,
  }
}

const earlier = (one: string, other: string) => (one < other ? one : other)

/** Inserts in the order of submission, which gives the numbers. */
async function insert(db: Querying, rows: Row[]): Promise<void> {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter(
    (name) => name !== 'state' && name !== 'day',
  )
  const columns = raw(names.join(', '))
  await execute(
    db,
    sql`INSERT INTO member_applications (${columns}, state_id)
           SELECT ${columns}, (SELECT id FROM member_application_states WHERE code = item->>'state')
           FROM jsonb_array_elements(${JSON.stringify(rows.toSorted((one, other) => (one.day < other.day ? -1 : 1)))}) AS item, jsonb_populate_record(NULL::member_applications, item)
           ORDER BY created_at, name`,
  )
}

/** Consents of the applications, for the current version of the texts. */
async function insertConsents(db: Querying, today: string): Promise<void> {
  const rows = await many(
    db,
    sql`SELECT a.id AS application_id, t.name AS purpose, true AS accepted, coalesce(a.submitted_at, ${today}::date) AS at,
             t.text_version, a.source AS method
           FROM member_applications a JOIN member_application_texts t ON (t.name = 'terms' AND a.terms)
             OR (t.name = 'privacyNotice' AND a.privacy_notice) OR (t.name = 'newsletter' AND a.newsletter)
             OR (t.name = 'guardianConsent' AND a.guardian_consent)`,
    {
      application_id: 'uuid',
      purpose: 'text',
      accepted: 'boolean',
      at: 'moment',
      text_version: 'integer',
      method: 'text',
    },
  )
  const columns = sql`id, application_id, purpose, accepted, at, text_version, method`
  await execute(
    db,
    sql`INSERT INTO member_application_consents (${columns})
           SELECT ${columns} FROM jsonb_populate_recordset(NULL::member_application_consents, ${JSON.stringify(rows.map((row) => ({ ...(row as object), id: newId() })))})`,
  )
}
