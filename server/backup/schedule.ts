import type { Settings } from '@agremia/resources/definitions/settings.ts'
import { todayIn, weekdayOf, addDays } from '@agremia/resources/rules/dates.ts'
import { exists, many, maybeOne, one, sql, textOf } from '../database/sql.ts'
import type { Tx } from '../database/transaction.ts'
import type { BackupKind } from '../files/backup-store.ts'
import { maxBackupDays } from '@agremia/resources/backup-days.ts'
import { insertBackup } from './insert-backup.ts'
import type { World } from '../rest/modules.ts'
import type { Change } from '../rest/change.ts'

const hour = 3_600_000
const day = 24 * hour

/** Days for which a complete export can be downloaded. */
const exportDays = 7
/** Backups before upgrades that are kept. */
const upgradesKept = 3
/** Scheduled backups that fail are repeated so often in a day. */
const attemptsPerDay = 3
/** The newest backup is old after this many days. */
const oldAfterDays = 3

/** A backup for the rules of its deletion. */
export interface DatedBackup {
  id: string
  kind: BackupKind
  date: Date
  /** Whether it is complete. */
  isDone: boolean
}

/**
 * Backups to delete: scheduled ones but the last of each of `days` days and of each of `weeks` weeks, exports after a week, all but the
 * last three before upgrades, and everything after 35 days. The newest complete backup always stays.
 */
export function expiredBackups(
  backups: readonly DatedBackup[],
  { now, days, weeks, timeZone }: { now: Date; days: number; weeks: number; timeZone: string },
): string[] {
  const newestFirst = backups.toSorted((a, b) => b.date.getTime() - a.date.getTime())
  const last = newestFirst.find(({ kind, isDone }) => isDone && kind !== 'export')
  const seen = new Set<string>()
  const isFirst = (key: string) => !seen.has(key) && seen.add(key)
  const today = todayIn(timeZone, now)
  let upgrades = 0
  const isKept = ({ kind, date, isDone }: DatedBackup): boolean => {
    const age = (now.getTime() - date.getTime()) / day
    if (age > maxBackupDays) return false
    if (kind === 'export') return age <= exportDays
    if (kind === 'upgrade') return ++upgrades <= upgradesKept
    if (kind === 'requested' || !isDone) return true
    const made = todayIn(timeZone, date)
    const monday = addDays(made, -((weekdayOf(made) + 6) % 7))
    const isOfDays = isFirst(`day ${made}`) && made > addDays(today, -days)
    const isOfWeeks = isFirst(`week ${monday}`) && monday > addDays(today, -7 * (weeks + 1))
    return isOfDays || (weeks > 0 && isOfWeeks)
  }
  return newestFirst.filter((backup) => !isKept(backup) && backup !== last).map(({ id }) => id)
}

/** Daily work: requests the scheduled backup when it is due, and the deletion of expired ones. */
export async function planBackups(
  tx: Tx,
  _today: string,
  settings: Settings,
  world: World,
): Promise<Change[]> {
  const changes: Change[] = []
  if (await isDue(tx, settings, world.clock()))
    changes.push(
      ...(await insertBackup(tx, world, {
        kind: 'scheduled',
        withFiles: settings.backupsWithFiles === 'true',
        createdByName: null,
      })),
    )
  else if ((await findExpired(tx, settings, world.clock())).length > 0)
    await world.jobs.add(tx, 'backups', [{ data: { tidy: 'true' } }])
  return changes
}

/** The ids of expired backups that are not being made. */
export async function findExpired(db: Tx, settings: Settings, now: Date): Promise<string[]> {
  const rows = await many(
    db,
    sql`SELECT id, kind, date, state = 'done' AS "isDone" FROM backups WHERE state NOT IN ('queued', 'running')`,
    { id: 'uuid', kind: textOf<BackupKind>(), date: 'moment', isDone: 'boolean' },
  )
  return expiredBackups(
    rows.map((row) => ({ ...row, date: new Date(row.date) })),
    {
      now,
      days: Number(settings.backupDays),
      weeks: Number(settings.backupWeeks),
      timeZone: settings.timeZone,
    },
  )
}

/** Whether there is an organisation that is older than the last scheduled time, and no backup since then. */
async function isDue(
  tx: Tx,
  { backupsScheduled, backupHour, timeZone }: Settings,
  now: Date,
): Promise<boolean> {
  if (backupsScheduled !== 'true') return false
  const { isDue: isNow } = await one(
    tx,
    sql`WITH today AS (SELECT ((${now}::timestamptz AT TIME ZONE ${timeZone})::date + make_interval(hours => ${Number(backupHour)})) AS at),
          slot AS (SELECT CASE WHEN at AT TIME ZONE ${timeZone} <= ${now}::timestamptz THEN at ELSE at - interval '1 day' END AT TIME ZONE ${timeZone} AS at FROM today)
        SELECT EXISTS (SELECT FROM users u, slot WHERE u.created_at < slot.at)
          AND NOT EXISTS (SELECT FROM backups b, slot WHERE b.kind = 'scheduled' AND b.date >= slot.at AND b.state <> 'failed')
          AND (SELECT count(*) FROM backups b, slot WHERE b.kind = 'scheduled' AND b.date >= slot.at) < ${attemptsPerDay} AS "isDue"`,
    { isDue: 'boolean' },
  )
  return isNow
}

/** Why administrators must look at the backups: the last one is bad, or old. */
type BackupProblem = 'bad' | 'old'

/** What is wrong with the backups; undefined when nothing is, and without a schedule. */
export async function backupProblem(world: World): Promise<BackupProblem | undefined> {
  const { pool } = world.database
  const settings = await world.organisation.settings()
  const isBad = await exists(
    pool,
    sql`SELECT FROM (SELECT check_state FROM backups WHERE check_state IN ('good', 'bad') ORDER BY checked_at DESC LIMIT 1) last WHERE check_state = 'bad'`,
  )
  if (isBad) return 'bad'
  if (settings.backupsScheduled !== 'true') return undefined
  const since = new Date(world.clock().getTime() - oldAfterDays * day)
  const isOld = await exists(
    pool,
    sql`SELECT FROM users WHERE created_at < ${since} AND NOT EXISTS (
          SELECT FROM backups WHERE state = 'done' AND kind <> 'export' AND date > ${since}) LIMIT 1`,
  )
  return isOld ? 'old' : undefined
}

/** A complete scheduled backup that is to be checked, since none was for a week. */
export async function backupToCheck(db: Tx, now: Date): Promise<string | undefined> {
  const row = await maybeOne(
    db,
    sql`SELECT id FROM backups WHERE kind = 'scheduled' AND state = 'done' AND check_state = 'none' AND NOT EXISTS (
          SELECT FROM backups WHERE check_state = 'waiting' OR checked_at > ${new Date(now.getTime() - 7 * day + 6 * hour)})
        ORDER BY date DESC LIMIT 1`,
    { id: 'uuid' },
  )
  return row?.id
}
