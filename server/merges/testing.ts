import type { TestApp } from '../testing/test-app.ts'
import { jobsDone } from '../testing/wait.ts'

/** Tables that are history, work, or sums that are kept by appending. */
const isLeftOut = (table: string) =>
  /^(audit_events|message_attempts|merges|duplicate_checks|jobs|idempotency_keys|sessions|refresh_tokens|users|login_attempts|schema_migrations|.*_totals|.*_by_day|.*_by_age)$/.test(
    table,
  )

/** The content of all tables, without versions and times of changes. */
export async function contents(app: Pick<TestApp, 'sql'>): Promise<Record<string, unknown[]>> {
  for (const queue of ['messages', 'treasuryPosting'] as const) await jobsDone(app, queue)
  const tables = await app.sql<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1`,
  )
  const all: Record<string, unknown[]> = {}
  for (const { name } of tables.filter(({ name }) => !isLeftOut(name))) {
    const rows = await app.sql<{ row: Record<string, unknown> }>(
      `SELECT to_jsonb(t) - '{version,updated_at,last_verified_at,verify_count${name === 'messages' ? ',state,reason,attempts,next_attempt_at,last_error,sending_job' : ''}${name === 'member_balances' ? ',created_at' : ''}}'::text[] AS row FROM ${name} t ORDER BY to_jsonb(t)::text`,
    )
    all[name] = rows.map(({ row }) => row).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  }
  return all
}
