import type { World } from '../context.ts'
import type { Tx } from '../database/transaction.ts'
import type { Querying } from '../database/querying.ts'
import type { Sql } from '../database/sql.ts'
import { many, nullable, sql, textOf } from '../database/sql.ts'
import { inTransaction } from '../database/transaction.ts'
import { isDeceased } from '../deceased.ts'
import { isRestricted } from '../erased.ts'
import { conflict } from '../errors.ts'
import { cancelAll } from './message-changes.ts'

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
const messageSilenceSql = sql`coalesce(${personSilenceSql(sql`m.is_urgent`)}, CASE WHEN m.kind = 'news'
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

/** Cancels the queued and held messages `m` of silenced people that match `condition`. Returns whether there were any. */
export async function cancelSilenced(
  { db, world }: { db: Tx; world: Pick<World, 'clock'> },
  condition: Sql,
): Promise<boolean> {
  const found = await many(
    db,
    sql`SELECT m.id, ${messageSilenceSql} AS silence
        FROM (SELECT * FROM messages m WHERE m.state IN ('queued', 'held') AND ${condition} FOR NO KEY UPDATE) m
        JOIN people p ON p.id = m.person_id WHERE ${messageSilenceSql} IS NOT NULL`,
    { id: 'uuid', silence: textOf<Silence>() },
  )
  if (found.length === 0) return false
  await cancelAll(
    { db, world },
    found.map(({ id, silence }) => ({ id, reason: silence, detail: silences[silence] })),
  )
  return true
}

/** Cancels the pending messages of a person who is silenced now. Called after changes of the person or of a consent. */
export async function cancelSilencedMessages(
  context: { db: Tx; world: Pick<World, 'clock'> },
  personId: string,
): Promise<void> {
  await cancelSilenced(context, sql`m.person_id = ${personId}`)
}

/** Cancels a message that is about to be sent, if its person was silenced after it was written. Returns whether it did. */
export function cancelIfSilenced(world: World, id: string): Promise<boolean> {
  return inTransaction(world.database, (db) => cancelSilenced({ db, world }, sql`m.id = ${id}`))
}
