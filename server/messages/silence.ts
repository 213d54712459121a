import type { Querying } from '../database/querying.ts'
import type { Sql } from '../database/sql.ts'
import { many, nullable, sql, textOf } from '../database/sql.ts'
import { isDeceased } from '../deceased.ts'
import { isRestricted } from '../erased.ts'
import { conflict } from '../errors.ts'

/**
 * Expression: whether the person `p` consents to news by a channel, by the latest answer that applies to it. An answer without a channel applies
 * to all channels of its purpose.
 */
export const newsConsentSql = (channel: Sql) =>
  sql`coalesce((SELECT status = 'given' FROM consents WHERE person_id = p.id AND purpose = CASE ${channel} WHEN 'sms' THEN 'sms' ELSE 'newsletter' END
    AND (channel IS NULL OR channel = ${channel}) ORDER BY at DESC, id DESC LIMIT 1), false)`

/** Why a person gets no messages, as shown to the staff. */
const silences = {
  deceased: 'A pessoa faleceu.',
  doNotContact: 'A pessoa pediu para não ser contactada.',
  restricted: 'O tratamento dos dados da pessoa está limitado.',
  noConsent: 'A pessoa não autoriza, ou deixou de autorizar, mensagens de divulgação.',
} as const

export type Silence = keyof typeof silences

/** Expression: the key of `silences` for messages to the person `p`, or null. Urgent messages, which people request, ignore `do_not_contact`. */
const personSilenceSql = (isUrgent: Sql) =>
  sql`CASE WHEN ${isDeceased} THEN 'deceased' WHEN ${isRestricted} AND NOT ${isUrgent} THEN 'restricted'
    WHEN p.do_not_contact AND NOT ${isUrgent} THEN 'doNotContact' END`

/** Expression: the silence of a stored message `m` to the person `p`; news also require a consent. */
export const messageSilenceSql = sql`coalesce(${personSilenceSql(sql`m.is_urgent`)}, CASE WHEN m.kind = 'news'
  AND NOT ${newsConsentSql(sql`m.channel`)} THEN 'noConsent' END)`

/** The silenced people among `personIds`, with the reason for urgent messages (null when allowed) and for others. */
export async function findSilences(
  db: Querying,
  personIds: readonly (string | null)[],
): Promise<ReadonlyMap<string, { urgent: Silence | null; other: Silence }>> {
  const ids = [...new Set(personIds)].filter((id) => id !== null)
  if (ids.length === 0) return new Map()
  const rows = await many(
    db,
    sql`SELECT p.id, ${personSilenceSql(sql`true`)} AS urgent, ${personSilenceSql(sql`false`)} AS other
           FROM people p WHERE p.id = ANY(${ids}::uuid[]) AND (p.do_not_contact OR ${isRestricted} OR ${isDeceased})`,
    { id: 'uuid', urgent: nullable(textOf<Silence>()), other: textOf<Silence>() },
  )
  return new Map(rows.map(({ id, urgent, other }) => [id, { urgent, other }]))
}

export function silenceText(silence: Silence): string {
  return silences[silence]
}

/** Throws 409 when the person is silenced; for messages that the staff sends to one person. */
export async function refuseSilenced(db: Querying, personId: string): Promise<void> {
  const silence = (await findSilences(db, [personId])).get(personId)?.other
  if (silence) throw conflict(`${silences[silence]} Nada lhe é enviado: pode imprimir e entregar em mão.`)
}
