import type { Settings } from '@agremia/resources/definitions/settings.ts'
import type { EventChannel } from '@agremia/resources/message-events.ts'
import { formatDateLong } from '@agremia/resources/rules/dates.ts'
import type { Gender } from '@agremia/resources/rules/names.ts'
import { firstName, formalGreeting, greeting, jointGreeting } from '@agremia/resources/rules/names.ts'
import { joinList } from '@agremia/resources/rules/plural.ts'
import { withPreposition } from '@agremia/resources/rules/organisation-name.ts'
import { phone } from '@agremia/resources/rules/phone.ts'
import { wholeAddress } from '../addressee.ts'
import type { Querying } from '../database/querying.ts'
import type { RowOf, Sql } from '../database/sql.ts'
import { maybeOne, nullable, prepared, sql, textOf, textsOf } from '../database/sql.ts'
import { isDeceased } from '../deceased.ts'
import { terminologyIn } from '../settings/index.ts'
import { isRestricted } from '../erased.ts'
import { newsConsentSql } from './silence.ts'
import type { Values } from './templates.ts'
import type { Channel, Reach } from './channels.ts'
import { addressOf, isReachable } from './channels.ts'

/** The recipient of a message, a person with their latest membership. */
export interface Recipient extends Reach {
  personId: string | null
  name: string | null
  /** The whole postal address, to compare it. */
  postal: string | null
  gender: string | null
  isLegal: boolean
  memberNumber: number | null
  category: string | null
  isDeceased: boolean
}

/** The shape of `recipientColumns`. */
export const recipientShape = {
  person_id: 'uuid',
  name: 'text',
  email: 'text?',
  mobile: 'text?',
  address: 'text?',
  postal: 'text?',
  gender: 'text?',
  kind: 'text',
  member_number: 'integer?',
  category: 'text?',
  message_channel: nullable(textOf<NonNullable<Recipient['preferred']>>()),
  is_deceased: 'boolean',
} as const

/** The columns of a person `p`, the membership `m` and its category `c`. */
export const recipientColumns = sql`p.id AS person_id, p.name, p.email, p.mobile, p.address,
  ${wholeAddress(sql`p`)} AS postal, p.gender, p.kind, m.member_number,
  c.name AS category, m.message_channel, ${isDeceased} AS is_deceased`

export function recipientOf(row: RowOf<typeof recipientShape>): Recipient {
  return {
    personId: row.person_id,
    name: row.name,
    email: row.email,
    mobile: row.mobile,
    hasAddress: row.address !== null,
    postal: row.postal,
    gender: row.gender,
    isLegal: row.kind === 'legal',
    memberNumber: row.member_number,
    category: row.category,
    preferred: row.message_channel,
    isDeceased: row.is_deceased,
  }
}

/** Joins from `people p` for `recipientColumns`: the membership that a message is about, or the latest one, if any. */
export const membershipJoins = (aboutId: Sql) => sql`
  LEFT JOIN LATERAL (SELECT * FROM members WHERE person_id = p.id
    ORDER BY id::text = ${aboutId} DESC NULLS LAST, end_date IS NULL DESC, admission_date DESC, id DESC LIMIT 1) m ON true
  LEFT JOIN member_categories c ON c.id = m.category_id`

/** A person with the membership that the message is about, or the latest one; undefined when the person does not exist. */
export async function findRecipient(
  db: Querying,
  personId: string,
  aboutId: string | null = null,
): Promise<Recipient | undefined> {
  const row = await maybeOne(
    db,
    prepared(
      sql`SELECT ${recipientColumns} FROM people p ${membershipJoins(sql`${aboutId}::text`)} WHERE p.id = ${personId}`,
    ),
    recipientShape,
  )
  return row && recipientOf(row)
}

/** The values of the variables that every message may use. */
export function commonValues(recipient: Recipient, settings: Settings, today: string): Values {
  const name = recipient.name ?? ''
  const gender = genderOf(recipient.gender)
  const telephone = settings.organisationPhone && phone.format(settings.organisationPhone)
  const impersonalGreeting = recipient.isLegal ? formalGreeting('legal') : 'Olá'
  return {
    ...organisationNames(settings),
    organizacaoMorada: settings.organisationAddress,
    organizacaoEmail: settings.organisationEmail,
    organizacaoTelefone: telephone,
    organizacaoContactos: [settings.organisationEmail, telephone].filter(Boolean).join(', '),
    hoje: formatDateLong(today),
    nome: name,
    primeiroNome: recipient.isLegal ? name : firstName(name),
    saudacao: recipient.isLegal || name === '' ? impersonalGreeting : greeting(name, gender),
    numero: recipient.memberNumber === null ? '' : String(recipient.memberNumber),
    categoria: recipient.category ?? '',
  }
}

/** The values of the variables of a message to several people. */
export function jointValues(recipients: readonly Recipient[], settings: Settings, today: string): Values {
  const [first, ...others] = recipients.map((recipient) => commonValues(recipient, settings, today))
  if (!first || others.length === 0) return first ?? {}
  const all = [first, ...others]
  const joined = (name: keyof Values) =>
    joinList([...new Set(all.map((one) => one[name] ?? ''))].filter(Boolean))
  const isLegal = recipients.some((recipient) => recipient.isLegal)
  const people = recipients.map(({ name, gender }) => ({ name: name ?? '', gender: genderOf(gender) }))
  return {
    ...first,
    nome: joined('nome'),
    primeiroNome: joined('primeiroNome'),
    saudacao: isLegal ? formalGreeting('legal') : jointGreeting(people),
    numero: joined('numero'),
    categoria: joined('categoria'),
  }
}

function genderOf(gender: string | null): Gender | undefined {
  return gender === 'female' ? 'f' : gender === 'male' ? 'm' : undefined
}

/** The organisation's name, alone and contracted with each preposition. */
export function organisationNames(settings: Settings): Values {
  const words = terminologyIn(settings)
  return {
    organizacao: words.name,
    deOrganizacao: withPreposition('de', words),
    emOrganizacao: withPreposition('em', words),
    aOrganizacao: withPreposition('a', words),
  }
}

/** Why a person gets no message of a batch. */
export const leftOutReasons = {
  noAddress: 'Sem contacto para este canal',
  doNotContact: 'Pediu para não ser contactado',
  deceased: 'Faleceu',
  toBeAdmitted: 'Ainda não foi admitido',
  noConsent: 'Não aceitou receber divulgação',
  noDebt: 'Não tem nada por pagar',
  sameAddress: 'Recebe com outra pessoa do mesmo endereço',
  notWritten: 'Não foi possível preparar a mensagem',
} as const

export type LeftOutReason = keyof typeof leftOutReasons

export interface Candidate extends Recipient {
  memberId: string
  memberNumber: number
  name: string
  doNotContact: boolean
  admissionDate: string
  /** Previews do not show the address. */
  isProtected: boolean
  /** The channels by which the person consents to news. */
  newsChannels: Channel[]
}

/** The columns of a member `m` and a person `p` that decide whether, and by which channel, they get a message. */
export const candidateColumns = sql`${recipientColumns}, m.id AS member_id, m.admission_date, p.is_protected, (p.do_not_contact OR ${isRestricted}) AS do_not_contact,
  ARRAY(SELECT channel FROM unnest('{email,sms,letter}'::text[]) AS by (channel) WHERE ${newsConsentSql(sql`by.channel`)}) AS news_channels`

/** Joins from `members m` for `candidateColumns`. */
export const candidateJoins = sql`JOIN people p ON p.id = m.person_id JOIN member_categories c ON c.id = m.category_id`

/** The shape of `candidateColumns`. */
export const candidateShape = {
  ...recipientShape,
  member_number: 'integer',
  category: 'text',
  member_id: 'uuid',
  admission_date: 'day',
  do_not_contact: 'boolean',
  is_protected: 'boolean',
  news_channels: textsOf<Channel>(),
} as const

export function candidateOf(row: RowOf<typeof candidateShape>): Candidate {
  return {
    ...recipientOf(row),
    memberId: row.member_id,
    memberNumber: row.member_number,
    name: row.name,
    doNotContact: row.do_not_contact,
    admissionDate: row.admission_date,
    isProtected: row.is_protected,
    newsChannels: row.news_channels,
  }
}

/**
 * The channel and address of a person in a batch, or the reason why they get no message. Only news require consent. Those who are
 * admitted after the day `membersOn` get none.
 */
export function channelOrReason(
  candidate: Candidate,
  {
    kind,
    channel: requested,
    membersOn,
  }: { kind: 'service' | 'news'; channel: EventChannel; membersOn?: string | undefined },
): { channel: Channel; address: string | null } | { reason: LeftOutReason } {
  if (candidate.isDeceased) return { reason: 'deceased' }
  if (candidate.doNotContact) return { reason: 'doNotContact' }
  if (membersOn !== undefined && candidate.admissionDate > membersOn) return { reason: 'toBeAdmitted' }
  const isNews = kind === 'news'
  const order: Channel[] =
    requested === 'preferred' ? [candidate.preferred ?? 'email', 'email', 'sms', 'letter'] : [requested]
  const reachable = order.filter((channel) => isReachable(channel, candidate))
  if (reachable.length === 0) return { reason: 'noAddress' }
  const channel = reachable.find((one) => !isNews || candidate.newsChannels.includes(one))
  return channel ? { channel, address: addressOf(channel, candidate) } : { reason: 'noConsent' }
}
