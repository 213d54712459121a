import type { EventChannel } from '@agremia/resources/message-events.ts'
import type { RowOf } from '../database/sql.ts'
import { sql } from '../database/sql.ts'
import type { Channel } from './compose.ts'
import { addressOf, isReachable } from './compose.ts'
import { lastConsentSql } from './silence.ts'
import type { Recipient } from './recipient-values.ts'
import { recipientColumns, recipientOf, recipientShape } from './recipient-values.ts'

/** Why a person gets no message of a batch. */
export const leftOutReasons = {
  noAddress: 'Sem contacto para este canal',
  doNotContact: 'Pediu para não ser contactado',
  deceased: 'Faleceu',
  noConsent: 'Não aceitou receber divulgação',
  noDebt: 'Não tem nada por pagar',
  notWritten: 'Não foi possível preparar a mensagem',
} as const

export type LeftOutReason = keyof typeof leftOutReasons

export interface Candidate extends Recipient {
  memberId: string
  doNotContact: boolean
  newsletter: boolean
  smsConsent: boolean
}

/** The columns of a member `m` and a person `p` that decide whether, and by which channel, they get a message. */
export const candidateColumns = sql`${recipientColumns}, m.id AS member_id, p.do_not_contact,
  ${lastConsentSql(sql`'newsletter'`)} AS newsletter, ${lastConsentSql(sql`'sms'`)} AS sms_consent`

/** Joins from `members m` for `candidateColumns`. */
export const candidateJoins = sql`JOIN people p ON p.id = m.person_id JOIN member_categories c ON c.id = m.category_id
  JOIN member_state_names s ON s.id = m.current_state_id`

/** The shape of `candidateColumns`. */
export const candidateShape = {
  ...recipientShape,
  member_number: 'integer',
  category: 'text',
  member_id: 'uuid',
  do_not_contact: 'boolean',
  newsletter: 'boolean',
  sms_consent: 'boolean',
} as const

export function candidateOf(row: RowOf<typeof candidateShape>): Candidate {
  return {
    ...recipientOf(row),
    memberId: row.member_id,
    doNotContact: row.do_not_contact,
    newsletter: row.newsletter,
    smsConsent: row.sms_consent,
  }
}

/** The channel and address of a person in a batch, or the reason why they get no message. Only news require consent. */
export function channelOrReason(
  candidate: Candidate,
  { kind, channel: requested }: { kind: 'service' | 'news'; channel: EventChannel },
): { channel: Channel; address: string | null } | { reason: LeftOutReason } {
  if (candidate.isDeceased) return { reason: 'deceased' }
  if (candidate.doNotContact) return { reason: 'doNotContact' }
  const isNews = kind === 'news'
  const order: Channel[] =
    requested === 'preferred' ? [candidate.preferred ?? 'email', 'email', 'sms', 'letter'] : [requested]
  const reachable = order.filter((channel) => isReachable(channel, candidate))
  if (reachable.length === 0) return { reason: 'noAddress' }
  const hasConsent = (channel: Channel) => (channel === 'sms' ? candidate.smsConsent : candidate.newsletter)
  const channel = reachable.find((one) => !isNews || hasConsent(one))
  return channel ? { channel, address: addressOf(channel, candidate) } : { reason: 'noConsent' }
}
