import { chargeTypes } from '@agremia/resources/definitions/unsettled-payments.ts'
import type { Context } from '../context.ts'
import { execute, many, sql } from '../database/sql.ts'
import type { Change } from '../rest/changes.ts'
import { changesOf, idAndVersion } from '../rest/changes.ts'
import type { StateChange } from '../membership-events.ts'
import { joiaJoins } from './admission.ts'
import { lockLedger, refreshLedger } from './ledger.ts'

/**
 * Whoever comes back is charged a joia, where the settings say so: at once, or when the day of the return comes. A return of
 * earlier years that is only now written down charges nothing, as an admission does.
 */
export async function awaitReadmission(context: StateChange): Promise<void> {
  const { db, today, memberId, date, isReadmission } = context
  await execute(db, sql`DELETE FROM awaited_readmissions WHERE member_id = ${memberId} AND day >= ${date}`)
  if (!isReadmission || date < `${today.slice(0, 4)}-01-01`) return
  await execute(db, sql`INSERT INTO awaited_readmissions (member_id, day) VALUES (${memberId}, ${date})`)
  await chargeReadmissions(context, memberId)
}

type Charging = Pick<Context, 'db' | 'today' | 'settings' | 'changes'>

/**
 * The joia of the readmissions whose day has come, however long ago: a part of what an admission on that day would cost. For
 * one member, or for all; once each, however often this is done.
 */
export async function chargeReadmissions(context: Charging, memberId: string | null = null): Promise<void> {
  const { db, today, changes } = context
  const come = await many(
    db,
    sql`DELETE FROM awaited_readmissions WHERE day <= ${today} AND (${memberId}::uuid IS NULL OR member_id = ${memberId})
           RETURNING member_id AS id, day`,
    { id: 'uuid', day: 'day' },
  )
  if (come.length === 0) return
  const members = [...new Set(come.map(({ id }) => id))]
  await lockLedger(db, members)
  changes.push(...changesOf('unsettledPayments', 'created', await insertJoias(context, come)))
  await refreshLedger(context, members)
}

async function insertJoias(
  { db, settings }: Charging,
  come: readonly { id: string; day: string }[],
): Promise<Pick<Change, 'id' | 'version'>[]> {
  // In hundredths of cents.
  const joia = sql`price.joia * ${Number(settings.joiaOnReadmission)}::integer`
  return many(
    db,
    sql`INSERT INTO unsettled_payments (id, member_id, type, year, description, due_date, amount, category_id, origin)
           SELECT new_id(), m.id, 'joia', y.year, ${chargeTypes.joia}::text || ' ' || y.year || ', readmissão', r.day + 30,
             (${joia} + 50) / 100, m.category_id, 'admission'
           FROM unnest(${come.map(({ id }) => id)}::uuid[], ${come.map(({ day }) => day)}::date[]) AS r (id, day)
             CROSS JOIN LATERAL (SELECT extract(year FROM r.day)::integer AS year) y
             JOIN members m ON m.id = r.id ${joiaJoins(sql`r.day`)}
           WHERE ${joia} + 50 >= 100
           ON CONFLICT DO NOTHING RETURNING id, version`,
    idAndVersion,
  )
}
