import { advisoryLocks } from '../database/advisory-locks.ts'
import type { Context } from '../context.ts'

/**
 * The highest number plus one, never below the organisation's first. Others wait until the transaction ends, so whoever
 * brings a number of his own asks too: nobody is given that number meanwhile.
 */
export async function nextMemberNumber({ db, settings }: Pick<Context, 'db' | 'settings'>): Promise<number> {
  await db.query({ text: 'SELECT pg_advisory_xact_lock($1)', values: [advisoryLocks.numbering] })
  const { rows } = await db.query({
    text: 'SELECT coalesce(max(member_number), 0)::bigint + 1 AS next FROM members',
  })
  return Math.max(Number((rows[0] as { next: number }).next), Number(settings.membersFirstNumber) || 1)
}
