import { many, sql } from '../database/sql.ts'
import type { Querying } from '../database/querying.ts'
import { monthsOf, shareMonths, stands } from './conditions.ts'

/** Where a charge stands: nobody owes two joias of a year, nor two quotas of a month. */
export interface ChargePlace {
  memberId: string
  type: 'quota' | 'joia'
  year: number
  period: string | null
}

/** What is in a place already. */
export interface Taken {
  /** In words, without what to do about it: `Inclui meses que já estão em «Quota 2026, 1.º trimestre»`. */
  problem: string
  /** Whether it is there for the period, rather than for the whole year. */
  byPeriod: boolean
}

/** The types of charges of which there is one in each place. */
export function hasPlace(type: unknown): type is ChargePlace['type'] {
  return type === 'quota' || type === 'joia'
}

/**
 * Which charges other than `id` stand in a place, or in some month of it where it is a quota's; undefined when there is none. What it
 * says stays so while the member's ledger is locked.
 */
export async function takenBy(db: Querying, place: ChargePlace, id: string): Promise<Taken | undefined> {
  const { memberId, type, year, period } = place
  const found = await many(
    db,
    sql`SELECT c.description, c.period FROM unsettled_payments c, (VALUES (${year}::integer, ${period}::text)) AS asked (year, period)
           WHERE c.member_id = ${memberId} AND c.type = ${type} AND c.year = asked.year AND ${stands} AND c.id <> ${id}
             AND CASE c.type WHEN 'quota' THEN ${shareMonths(monthsOf('c'), monthsOf('asked'))}
               ELSE c.period IS NOT DISTINCT FROM asked.period END
           ORDER BY period_start(c.year, c.period), c.id`,
    { description: 'text', period: 'text?' },
  )
  const [first, ...others] = found
  if (!first) return undefined
  const which = `«${first.description}»${others.length > 0 ? ` e mais ${others.length}` : ''}`
  return {
    problem: type === 'quota' ? `Inclui meses que já estão em ${which}` : `Já existe ${which}`,
    byPeriod: period !== null || first.period !== null,
  }
}
