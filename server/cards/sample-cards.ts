import { addDays } from '@agremia/resources/rules/dates.ts'
import type { Querying } from '../database/querying.ts'
import { execute, sql } from '../database/sql.ts'

/** Days after 1 January on which the cards of a year are issued, printed and delivered. */
const issuedAfter = 9
const printedAfter = 14
const deliveredAfter = 24
/** Days since printed cards, not yet delivered, were printed. */
const waitingSince = 34

/**
 * Inserts cards in every state: the expired ones of last year; those of this year, most of them delivered; and lost ones with their
 * second copies. Requires the sample members and dues. `today` is the organisation's day.
 */
export async function insertSampleCards(db: Querying, { today }: { today: string }): Promise<void> {
  const year = Number(today.slice(0, 4))
  const dayOf = (after: number) => {
    const day = addDays(`${year}-01-01`, after)
    return day < today ? day : today
  }
  const days = { issued: dayOf(issuedAfter), printed: dayOf(printedAfter), delivered: dayOf(deliveredAfter) }
  await insertExpired(db, year - 1)
  await insertCurrent(db, { today, year, ...days })
  await insertBatches(db, { today, ...days })
  await replaceLost(db, today)
}

async function insertExpired(db: Querying, year: number): Promise<void> {
  await execute(
    db,
    sql`
      INSERT INTO membership_cards (id, created_at, member_id, issue, status, valid_from, valid_until, issued_at, printed_at, delivered_at, delivery_method)
      SELECT new_id(), day.issued, m.id, 1, 'expired', day.issued, make_date(${year}, 12, 31), day.issued, day.issued + interval '5 days 10 hours',
        day.issued + 15, CASE WHEN m.member_number % 3 = 0 THEN 'mail' ELSE 'hand' END
      FROM members m CROSS JOIN LATERAL (SELECT greatest(make_date(${year}, 1, ${1 + issuedAfter}), m.admission_date) AS issued) day
      WHERE m.admission_date < make_date(${year}, 12, 1) AND (m.end_date IS NULL OR m.end_date > make_date(${year}, 3, 1))
      ORDER BY m.member_number`,
  )
}

interface Days {
  today: string
  issued: string
  printed: string
  delivered: string
}

/** The state of this year's card depends on the member's number, so that every demonstration has the same data. */
const statusSql = (today: string) => sql`CASE
  WHEN m.admission_date > ${today}::date - 60 THEN 'toPrint'
  WHEN EXISTS (SELECT FROM unsettled_payments u WHERE u.member_id = m.id AND u.type = 'card') THEN 'delivered'
  WHEN place <= 10 OR habit < 62 THEN 'delivered' WHEN habit < 68 THEN 'sent' WHEN habit < 76 THEN 'printed'
  WHEN habit < 88 THEN 'toPrint' WHEN habit < 92 THEN 'active' WHEN habit < 94 THEN 'revoked' END`

async function insertCurrent(db: Querying, { today, year, issued, delivered }: Days & { year: number }) {
  await execute(
    db,
    sql`
      WITH run AS (INSERT INTO card_runs (id, created_at, kind, state, left_out, created_by_name) VALUES (new_id(), ${issued}::date, 'renewal', 'done', '{}', 'Helena Matos') RETURNING id),
      belonging AS (
        SELECT m.*, row_number() OVER (ORDER BY m.member_number) AS place, abs(hashtext('cartão ' || m.member_number)) % 100 AS habit,
          greatest(${issued}::date, m.admission_date) AS day
        FROM members m JOIN member_state_names s ON s.id = m.current_state_id WHERE NOT s.marks_end),
      inserted AS (
        INSERT INTO membership_cards (id, created_at, member_id, issue, type, status, valid_from, valid_until, issued_at, delivered_at, delivery_method, revoked_at, revoke_reason, card_run_id)
        SELECT new_id(), m.day, m.id, coalesce((SELECT max(issue) FROM membership_cards o WHERE o.member_id = m.id), 0) + 1,
          CASE WHEN f.status = 'active' THEN 'digital' ELSE 'plastic' END, f.status, m.day, make_date(${year}, 12, 31), m.day,
          CASE WHEN f.status = 'delivered' THEN least(${today}::date, greatest(${delivered}::date, m.day + 15)) END,
          CASE f.status WHEN 'delivered' THEN CASE WHEN m.member_number % 4 = 0 THEN 'mail' ELSE 'hand' END WHEN 'sent' THEN 'mail' END,
          CASE WHEN f.status = 'revoked' THEN m.day + interval '30 days' END, CASE WHEN f.status = 'revoked' THEN 'O nome saiu errado' END,
          CASE WHEN m.day = ${issued}::date THEN run.id END
        FROM belonging m CROSS JOIN run CROSS JOIN LATERAL (SELECT ${statusSql(today)} AS status) f WHERE f.status IS NOT NULL ORDER BY m.member_number
        RETURNING card_run_id)
      SELECT count(card_run_id) FROM inserted`,
  )
  await execute(
    db,
    sql`UPDATE card_runs r SET count = (SELECT count(*) FROM membership_cards WHERE card_run_id = r.id)`,
  )
}

/** Two batches whose documents are already deleted: the renewals of January, and the printed cards that were not delivered yet. */
async function insertBatches(db: Querying, { today, printed, issued }: Days): Promise<void> {
  const batches = [
    { date: printed, cardSet: 'renovacao', layout: 'single', states: ['sent', 'delivered', 'revoked'] },
    {
      date: later(addDays(today, -waitingSince), issued),
      cardSet: 'por-imprimir',
      layout: 'a4-10',
      states: ['printed'],
    },
  ]
  for (const { date, cardSet, layout, states } of batches) {
    await execute(
      db,
      sql`
        WITH batch AS (
          INSERT INTO print_batches (id, created_at, date, card_set, layout, state, created_by_name, finished_at)
          VALUES (new_id(), ${date}::date + interval '10 hours', ${date}, ${cardSet}, ${layout}, 'done', 'Rui Tavares', ${date}::date + interval '10 hours')
          RETURNING id)
        UPDATE membership_cards c SET print_batch_id = batch.id, printed_at = greatest(${date}::date, c.issued_at) + interval '10 hours'
        FROM batch WHERE c.status = ANY(${states}::text[]) AND c.print_batch_id IS NULL`,
    )
  }
  await execute(
    db,
    sql`UPDATE print_batches b SET count = cardinality(x.ids), drawn = cardinality(x.ids), card_ids = x.ids
           FROM (SELECT print_batch_id AS id, array_agg(id) AS ids FROM membership_cards WHERE print_batch_id IS NOT NULL GROUP BY 1) x WHERE x.id = b.id`,
  )
  await execute(
    db,
    sql`INSERT INTO audit_events (id, at, user_name, resource, record_id, action)
           SELECT new_id(), c.printed_at, b.created_by_name, 'membershipCards', c.id, 'printed'
           FROM membership_cards c JOIN print_batches b ON b.id = c.print_batch_id`,
  )
}

function later(one: string, other: string): string {
  return one > other ? one : other
}

/** Members with a charge for a second copy lost or damaged the first; the second is to be printed. */
async function replaceLost(db: Querying, today: string): Promise<void> {
  await execute(
    db,
    sql`
      WITH lost AS (
        SELECT DISTINCT ON (c.member_id) c.id, c.member_id, c.issue, c.valid_until, u.id AS fee_id, new_id() AS next_id
        FROM membership_cards c JOIN unsettled_payments u ON u.member_id = c.member_id AND u.type = 'card'
        WHERE c.status = 'delivered' ORDER BY c.member_id, c.issue DESC),
      inserted AS (
        INSERT INTO membership_cards (id, member_id, issue, status, valid_from, valid_until, issued_at, fee_charge_id)
        SELECT next_id, member_id, issue + 1, 'toPrint', ${today}::date - 21, valid_until, ${today}::date - 21, fee_id FROM lost ORDER BY member_id RETURNING id)
      UPDATE membership_cards c SET status = CASE WHEN c.card_number % 3 = 0 THEN 'replaced' ELSE 'lost' END,
        revoked_at = ${today}::date - 21 + interval '11 hours', revoke_reason = CASE WHEN c.card_number % 3 = 0 THEN 'Substituído: danificado' ELSE 'Extraviado' END,
        replaced_by_id = lost.next_id
      FROM lost WHERE c.id = lost.id AND lost.next_id IN (SELECT id FROM inserted)`,
  )
}
