import { createHash } from 'node:crypto'
import { counted } from '@agremia/resources/rules/plural.ts'
import type { Sql } from '../database/sql.ts'
import { empty, execute, inline, join, maybeOne, raw, sql } from '../database/sql.ts'
import { ApiError } from '../errors.ts'
import { attemptLimits } from '../limits.ts'
import type { World } from '../rest/modules.ts'

type AttemptContext = Pick<World, 'database' | 'clock'>
export type AttemptKind = keyof typeof attemptLimits
export type Subject = readonly [AttemptKind, string]

/**
 * Counts an attempt. Returns the seconds to wait when it is over a limit, undefined when it is allowed. Call it before checking the
 * attempt: parallel attempts that are checked first would all see the same count.
 *
 * Counts subjects in order, up to the first that is over its limit, so that an attempt rejected by one subject does not use up the
 * limits of the next. Rows are locked in that order: callers that share kinds must list them in the same order, to avoid deadlocks.
 */
export async function countAttempt(
  { database, clock }: AttemptContext,
  subjects: readonly Subject[],
): Promise<number | undefined> {
  if (subjects.length === 0) return undefined
  const now = clock()
  const counts = subjects.map(([kind, who], index) => {
    const { maxAttempts, minutes } = attemptLimits[kind]
    const [limit, window] = [inline(maxAttempts), sql`interval '${inline(minutes)} minutes'`]
    const isOpen = sql`known.window_started_at > ${now}::timestamptz - ${window}`
    const previous = index > 0 ? sql`FROM ${countOf(index - 1)} WHERE NOT is_over` : empty
    return sql`${countOf(index)} AS (
      INSERT INTO login_attempts AS known (subject, failures, window_started_at)
      SELECT ${subjectOf(kind, who)}::text, 1, ${now}::timestamptz ${previous}
      ON CONFLICT (subject) DO UPDATE SET
        failures = CASE WHEN ${isOpen} THEN least(known.failures, ${limit}) + 1 ELSE 1 END,
        window_started_at = CASE WHEN ${isOpen} THEN known.window_started_at ELSE ${now}::timestamptz END
      RETURNING failures > ${limit} AS is_over,
        ceil(extract(epoch FROM window_started_at + ${window} - ${now}::timestamptz))::int AS seconds)`
  })
  const waits = subjects.map((_, index) => sql`SELECT seconds FROM ${countOf(index)} WHERE is_over`)
  const refused = await maybeOne(
    database.pool,
    sql`WITH ${join(counts, ', ')} ${join(waits, ' UNION ALL ')}`,
    {
      seconds: 'integer',
    },
  )
  return refused && Math.max(1, refused.seconds)
}

function countOf(index: number): Sql {
  return raw(`count_${index}`)
}

/** Counts an attempt. Throws 429 with `Retry-After` when it is over a limit. */
export async function limitAttempts(world: AttemptContext, subjects: readonly Subject[]): Promise<void> {
  const seconds = await countAttempt(world, subjects)
  if (seconds === undefined) return
  const minutes = Math.ceil(seconds / 60)
  const wait =
    minutes > 60 ? counted(Math.ceil(minutes / 60), 'hora', 'horas') : counted(minutes, 'minuto', 'minutos')
  throw new ApiError(429, `Demasiadas tentativas. Tente de novo dentro de ${wait}.`, {
    headers: { 'retry-after': String(seconds) },
  })
}

/** Uncounts one attempt of each subject, after it was right. */
export async function uncountAttempt(
  { database }: Pick<World, 'database'>,
  subjects: readonly Subject[],
): Promise<void> {
  // One statement per row: a single one could deadlock with concurrent counts.
  for (const [kind, who] of subjects)
    await execute(
      database.pool,
      sql`UPDATE login_attempts SET failures = failures - 1 WHERE subject = ${subjectOf(kind, who)} AND failures > 0`,
    )
}

export async function deleteAttempts(
  { database }: Pick<World, 'database'>,
  [kind, who]: Subject,
): Promise<void> {
  await execute(database.pool, sql`DELETE FROM login_attempts WHERE subject = ${subjectOf(kind, who)}`)
}

function subjectOf(kind: AttemptKind, who: string): string {
  // Hashed, so that the table does not show emails or IP addresses.
  return `${kind}:${createHash('sha256').update(who.trim().toLowerCase()).digest('base64url')}`
}
