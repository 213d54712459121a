import { createHash } from 'node:crypto'
import type { World } from '../context.ts'
import { ApiError } from '../errors.ts'

/** How many failures a subject may have in a window. Kept in the database: every process counts the same. */
const windowMinutes = 15
export const attemptLimits = {
  account: 10,
  address: 60,
  recovery: 5,
  setup: 20,
  // A tablet at an event sends many applications from one address.
  application: 60,
  applicationCheck: 1500,
  applicationPhoto: 60,
  verification: 60,
  verificationSend: 20,
  paymentInformation: 120,
  cardVerification: 450,
  // Recordings arrive in parts, and a whole office has one address.
  errorReport: 900,
} as const
type Counting = Pick<World, 'database' | 'clock'>
export type AttemptKind = keyof typeof attemptLimits

function subjectOf(kind: AttemptKind, who: string): string {
  // Neither emails nor addresses stay readable in a table that nobody needs to read.
  return `${kind}:${createHash('sha256').update(who.trim().toLowerCase()).digest('base64url')}`
}

/** Throws 429 with `Retry-After` when there were too many failures. */
export async function refuseTooMany(
  { database, clock }: Counting,
  subjects: [AttemptKind, string][],
): Promise<void> {
  const { rows } = await database.pool.query({
    text: `SELECT subject, failures,
             ceil(extract(epoch FROM window_started_at + interval '${windowMinutes} minutes' - $2::timestamptz)) AS seconds
           FROM login_attempts
           WHERE subject = ANY($1) AND window_started_at > $2::timestamptz - interval '${windowMinutes} minutes'`,
    values: [subjects.map(([kind, who]) => subjectOf(kind, who)), clock()],
  })
  for (const { subject, failures, seconds } of rows as {
    subject: string
    failures: number
    seconds: number
  }[]) {
    const kind = subject.slice(0, subject.indexOf(':')) as AttemptKind
    if (failures < attemptLimits[kind]) continue
    const minutes = Math.max(1, Math.ceil(Number(seconds) / 60))
    throw new ApiError(
      429,
      `Demasiadas tentativas. Tente de novo dentro de ${minutes} ${minutes === 1 ? 'minuto' : 'minutos'}.`,
      {
        headers: { 'retry-after': String(Math.max(1, Number(seconds))) },
      },
    )
  }
}

/** Counts one attempt for each subject and answers the highest count of the window. */
export async function countAttempt(
  { database, clock }: Counting,
  subjects: [AttemptKind, string][],
): Promise<number> {
  const isOpen = `known.window_started_at > $2::timestamptz - interval '${windowMinutes} minutes'`
  const { rows } = await database.pool.query({
    text: `INSERT INTO login_attempts AS known (subject, failures, window_started_at)
           SELECT subject, 1, $2 FROM unnest($1::text[]) AS subject ORDER BY subject
           ON CONFLICT (subject) DO UPDATE SET
             failures = CASE WHEN ${isOpen} THEN known.failures + 1 ELSE 1 END,
             window_started_at = CASE WHEN ${isOpen} THEN known.window_started_at ELSE $2 END
           RETURNING failures`,
    values: [subjects.map(([kind, who]) => subjectOf(kind, who)), clock()],
  })
  return Math.max(...(rows as { failures: number }[]).map((row) => row.failures))
}

export async function forgetAttempts(
  { database }: Pick<World, 'database'>,
  kind: AttemptKind,
  who: string,
): Promise<void> {
  await database.pool.query({
    text: 'DELETE FROM login_attempts WHERE subject = $1',
    values: [subjectOf(kind, who)],
  })
}
