import type { World } from '../context.ts'
import type { Querying } from '../database/querying.ts'
import type { Sql } from '../database/sql.ts'
import { many, nullable, raiseVersion, sql, textOf } from '../database/sql.ts'
import { inTransaction } from '../database/transaction.ts'
import { isPersonDeceased } from '../deceased.ts'
import { conflict } from '../errors.ts'
import { notifyChanges } from '../rest/changes.ts'
import { recordAttempts } from './attempts.ts'
import { tellBatches } from './notify-batches.ts'
import { lastConsentSql } from './last-consent.ts'

/** Why a person is not written to at all, in words for the staff. */
const silences = {
  deceased: 'A pessoa faleceu.',
  doNotContact: 'A pessoa pediu para não ser contactada.',
  noConsent: 'A pessoa não autoriza, ou deixou de autorizar, mensagens de divulgação.',
} as const

export type Silence = keyof typeof silences

/** What a person `p` says of every message: the code of `silences`, or null. What the person asked for leaves all the same. */
const personSilenceSql = (isAsked: Sql) =>
  sql`CASE WHEN ${isPersonDeceased} THEN 'deceased' WHEN p.do_not_contact AND NOT ${isAsked} THEN 'doNotContact' END`

/** The silence of a written message `m` of a person `p`; of news also a consent that was withdrawn meanwhile. */
const messageSilenceSql = sql`coalesce(${personSilenceSql(sql`m.is_urgent`)}, CASE WHEN m.kind = 'news'
  AND NOT ${lastConsentSql(sql`CASE m.channel WHEN 'sms' THEN 'sms' ELSE 'newsletter' END`)} THEN 'noConsent' END)`

/** Those of the people who are not written to, each with the reason. */
export async function silencesOf(
  db: Querying,
  personIds: readonly (string | null)[],
): Promise<ReadonlyMap<string, { asked: Silence | null; other: Silence }>> {
  const ids = [...new Set(personIds)].filter((id) => id !== null)
  if (ids.length === 0) return new Map()
  const rows = await many(
    db,
    sql`SELECT p.id, ${personSilenceSql(sql`true`)} AS asked, ${personSilenceSql(sql`false`)} AS other
           FROM people p WHERE p.id = ANY(${ids}::uuid[]) AND (p.do_not_contact OR ${isPersonDeceased})`,
    { id: 'uuid', asked: nullable(textOf<Silence>()), other: textOf<Silence>() },
  )
  return new Map(rows.map(({ id, asked, other }) => [id, { asked, other }]))
}

export function silenceText(silence: Silence): string {
  return silences[silence]
}

/** Throws 409 when the person is not written to: somebody asked for a message to them now. */
export async function refuseSilenced(db: Querying, personId: string): Promise<void> {
  const silence = (await silencesOf(db, [personId])).get(personId)?.other
  if (silence) throw conflict(`${silences[silence]} Nada lhe é enviado: pode imprimir e entregar em mão.`)
}

/**
 * Cancels messages that have not left, of people who are no longer written to: those that `condition` finds among `m`. Answers
 * whether there were any.
 */
export async function cancelSilenced(
  { db, world }: { db: Querying; world: Pick<World, 'clock'> },
  condition: Sql,
): Promise<boolean> {
  const cancelled = await many(
    db,
    sql`UPDATE messages w SET state = 'cancelled', reason = found.silence, last_error = (${JSON.stringify(silences)}::jsonb)->>found.silence,
             next_attempt_at = NULL, sealed = NULL, ${raiseVersion('w')}
           FROM (SELECT m.id, ${messageSilenceSql} AS silence
                 FROM (SELECT * FROM messages m WHERE m.state IN ('queued', 'held') AND ${condition} FOR NO KEY UPDATE) m
                 JOIN people p ON p.id = m.person_id) found
           WHERE w.id = found.id AND found.silence IS NOT NULL RETURNING w.id, w.version, w.batch_id, w.last_error AS detail`,
    { id: 'uuid', version: 'integer', batch_id: 'uuid?', detail: 'text' },
  )
  if (cancelled.length === 0) return false
  await recordAttempts(
    { db, world },
    cancelled.map(({ id, detail }) => ({ messageId: id, outcome: 'cancelled', detail })),
  )
  await tellBatches(
    db,
    cancelled.map(({ batch_id }) => batch_id),
  )
  await notifyChanges(
    db,
    cancelled.map(({ id, version }) => ({ resource: 'messages', action: 'updated', id, version })),
  )
  return true
}

/** After a person's record or consents changed: withdraws what waits for them and may no longer leave. */
export async function cancelSilencedOf(
  doing: { db: Querying; world: Pick<World, 'clock'> },
  personId: string,
): Promise<void> {
  await cancelSilenced(doing, sql`m.person_id = ${personId}`)
}

/** Whether a message that is about to leave must not, because of what was said after it was written. */
export function isSilencedNow(world: World, id: string): Promise<boolean> {
  return inTransaction(world.database, (db) => cancelSilenced({ db, world }, sql`m.id = ${id}`))
}
