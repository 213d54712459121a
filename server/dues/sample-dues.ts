import { splitAmount } from '@agremia/resources/rules/instalments.ts'
import type { Tx } from '../database/transaction.ts'
import type { Querying } from '../database/querying.ts'
import { execute, many, sql } from '../database/sql.ts'
import { refreshBalances, refreshAgreements } from './ledger/ledger.ts'
import { termsJoin } from './terms/in-force.ts'

interface SampleOptions {
  /** Today in the organisation's time zone. */
  today: string
  /** Number of years of quotas, including this one. */
  years?: number
  receivedBy?: string
}

/**
 * Inserts years of quotas with payments, one statement per table: most members pay, some late, some in part, some owe for years,
 * some overpay. The behaviour of a member is derived from a hash of the member number, so every demo has the same data.
 */
export async function insertSampleDues(db: Tx, options: SampleOptions): Promise<void> {
  const { today, years = 6, receivedBy = 'Helena Matos' } = options
  const first = Number(today.slice(0, 4)) - years + 1
  await insertPrices(db, first)
  await insertChargesAndPayments(db, { today, first, receivedBy })
  await insertExemptions(db, today)
  await insertAgreements(db, today)
  await insertDraft(db, receivedBy)
  const rows = await many(db, sql`SELECT id FROM members`, { id: 'uuid' })
  const memberIds = rows.map(({ id }) => id)
  await refreshBalances(db, today, memberIds)
  await refreshAgreements(db, { today, graceDays: 15, memberIds })
}

/** An unfinished payment message to members with overdue charges. */
async function insertDraft(db: Querying, writtenBy: string): Promise<void> {
  const body =
    '<p>{saudacao},</p><p>A assembleia geral é no dia 12 e só vota quem tiver as {membershipPayments} em dia. Tem por pagar <strong>{aDescricao}</strong>, no valor de <strong>{valor}</strong>.</p>' +
    '<p>Todas as formas de pagar estão na <a href="{pagamentoUrl}">página de pagamento</a>.</p><p>Com os melhores cumprimentos,<br>{organizacao}</p>'
  await execute(
    db,
    sql`INSERT INTO payment_message (id, search_text, debts, subject, body, sms_text, attach_advice, created_by_name)
           SELECT new_id(), ' ' || fold_text(texts.subject), ${JSON.stringify({ query: { _status: ['open', 'partial'], _type: ['quota'] } })}, texts.subject, ${body}, ${'{organizacao}: a assembleia é a 12. Tem por pagar {aDescricao}, {valor}: {pagamentoUrl}'}, true, ${writtenBy} FROM (SELECT ${'A assembleia é a 12: regularize até lá'}::text AS subject) texts`,
  )
}

/** Prices of each category in cents: the first ones, and new ones three years later. */
async function insertPrices(db: Querying, first: number): Promise<void> {
  await execute(
    db,
    sql`
      INSERT INTO quota_prices (id, quota_plan_id, category_id, amount, joia, valid_from)
      SELECT new_id(), p.id, c.id, price.amount, price.joia, make_date(price.year, 1, 1)
      FROM (SELECT id FROM quota_plans ORDER BY "order", id LIMIT 1) p
      CROSS JOIN (VALUES (NULL, ${first}::integer, 2000, 1000), (NULL, ${first} + 3, 2400, 1000), ('JUV', ${first}, 1000, 0), ('EST', ${first}, 1200, 500),
        ('SEN', ${first}, 1800, 0)) AS price (code, year, amount, joia)
      LEFT JOIN member_categories c ON c.code = price.code
      WHERE price.code IS NULL OR c.id IS NOT NULL ON CONFLICT DO NOTHING`,
  )
}

/** SQL: the paid share of a charge (0–1), by the member's payment `habit` (0–99) and the charge's `age` in years. */
const share = sql`CASE WHEN habit < 78 THEN 1 WHEN habit < 86 THEN CASE WHEN age = 0 THEN 0 ELSE 1 END
  WHEN habit < 90 THEN CASE WHEN age = 0 THEN 0.5 ELSE 1 END WHEN habit < 95 THEN CASE WHEN age < 3 THEN 0 ELSE 1 END
  WHEN habit < 98 THEN CASE WHEN age < 2 THEN 0 ELSE 1 END ELSE 0 END`

/** Inserts charges in the state that their payments leave them in, and the payments: updating each charge afterwards takes far longer. */
async function insertChargesAndPayments(
  db: Querying,
  { today, first, receivedBy }: { today: string; first: number; receivedBy: string },
): Promise<void> {
  await execute(
    db,
    sql`
      WITH charges AS (
        SELECT m.id AS member_id, m.member_number, k.id AS category_id, 'quota' AS type, y.year, 'Quota ' || y.year AS description,
          make_date(y.year, 3, 31) AS due_date, price.amount, 'generation' AS origin, waived, least(now(), make_date(y.year, 1, 2)) AS created_at
        FROM members m JOIN member_state_names s ON s.id = m.current_state_id
        CROSS JOIN generate_series(${first}::integer, extract(year FROM ${today}::date)::integer) AS y (year)
        ${termsJoin(sql`greatest(make_date(y.year, 1, 1), m.admission_date)`)} JOIN member_categories k ON k.id = t.category_id
        CROSS JOIN LATERAL (SELECT abs(hashtext(m.member_number || '/' || y.year)) % 100 = 7 AS waived) w
        CROSS JOIN LATERAL (SELECT q.amount FROM quota_prices q WHERE q.quota_plan_id = k.quota_plan_id AND q.valid_from <= make_date(y.year, 1, 1)
          AND (q.category_id = k.id OR q.category_id IS NULL) ORDER BY q.category_id IS NULL, q.valid_from DESC LIMIT 1) price
        WHERE k.pays_quota AND (s.charges_quota OR s.marks_end) AND m.admission_date < make_date(y.year, 4, 1)
          AND (m.end_date IS NULL OR m.end_date > make_date(y.year, 1, 1))
        UNION ALL
        SELECT m.id, m.member_number, m.category_id, x.type, extract(year FROM x.due)::integer, x.description, x.due, x.amount, 'manual', false, now()
        FROM members m CROSS JOIN LATERAL (SELECT 'card' AS type, '2.ª via do cartão' AS description, 350 AS amount, ${today}::date + 9 AS due WHERE m.member_number % 37 = 5
          UNION ALL SELECT 'activity', 'Excursão de verão', 4500, ${today}::date - 120 WHERE m.member_number % 29 = 3) x
        WHERE m.end_date IS NULL AND m.admission_date < ${today}::date - 200),
      assessed AS MATERIALIZED (
        SELECT new_id() AS id, new_id() AS payment_id, c.*, habit, age, chance,
          CASE WHEN waived OR due_date >= ${today}::date THEN 0 ELSE floor(amount * (${share}))::bigint END AS settled,
          least(${today}::date, due_date - 60 + abs(hashtext(member_number || 'd' || year)) % 90) AS paid_on
        FROM charges c CROSS JOIN LATERAL (SELECT abs(hashtext('h' || c.member_number)) % 100 AS habit,
          extract(year FROM ${today}::date)::integer - c.year AS age, abs(hashtext(c.member_number || 'm' || c.year)) % 100 AS chance) h),
      made AS (
        INSERT INTO unsettled_payments (id, created_at, member_id, type, year, description, due_date, amount, category_id, origin, paid_amount,
          last_paid_on, status, exemption_reason)
        SELECT id, created_at, member_id, type, year, description, due_date, amount, category_id, origin, settled,
          CASE WHEN settled > 0 THEN paid_on END, CASE WHEN waived THEN 'exempt' WHEN settled = 0 THEN 'open' WHEN settled = amount THEN 'paid' ELSE 'partial' END,
          CASE WHEN waived THEN 'Desemprego' END
        FROM assessed ON CONFLICT DO NOTHING RETURNING id),
      paid AS (
        SELECT a.*, paid_on AS date,
          CASE WHEN chance = 3 AND age = 0 AND habit < 78 THEN 600 ELSE 0 END AS extra
        FROM assessed a JOIN made USING (id) WHERE settled > 0),
      numbered AS MATERIALIZED (
        SELECT *, 'Q/' || extract(year FROM date) AS series, row_number() OVER (PARTITION BY extract(year FROM date) ORDER BY date, member_number, id) AS place
        FROM paid),
      payments AS (
        INSERT INTO payments (id, created_at, member_id, date, amount, method, received_by, receipt_series, receipt_number, search_text)
        SELECT payment_id, least(now(), date + time '10:00'), member_id, date, settled + extra,
          (ARRAY['transfer', 'multibanco', 'mbway', 'cash', 'directDebit'])[1 + chance % 5], ${receivedBy}::text, series,
          series || '/' || lpad(place::text, 6, '0'), ' ' || lower(replace(series, '/', ' ')) || ' ' || lpad(place::text, 6, '0') FROM numbered),
      counters AS (
        INSERT INTO receipt_counters AS known (series, last) SELECT series, max(place) FROM numbered GROUP BY series
        ON CONFLICT (series) DO UPDATE SET last = greatest(known.last, excluded.last))
      INSERT INTO payment_items (id, payment_id, member_id, unsettled_payment_id, description, amount)
      SELECT new_id(), payment_id, member_id, id, description, settled FROM numbered
      UNION ALL SELECT new_id(), payment_id, member_id, NULL, 'Crédito', extra FROM numbered WHERE extra > 0`,
  )
}

/** The years whose quota is waived are exemptions of their members. */
async function insertExemptions(db: Tx, today: string): Promise<void> {
  await execute(
    db,
    sql`WITH made AS (
          INSERT INTO member_exemptions (id, member_id, person_id, start_date, end_date, reason, created_by_name)
          SELECT new_id(), m.id, m.person_id, make_date(c.year, 1, 1), make_date(c.year, 12, 31), c.exemption_reason, 'Demonstração'
          FROM unsettled_payments c JOIN members m ON m.id = c.member_id WHERE c.status = 'exempt' RETURNING member_id, start_date, end_date, reason)
        UPDATE members m SET exempt_from = e.start_date, exempt_until = e.end_date, exempt_reason = e.reason
        FROM made e WHERE e.member_id = m.id AND e.end_date >= ${today}::date`,
  )
}

/** Puts the debts of up to four members with three or more overdue charges in agreements of six instalments. */
async function insertAgreements(db: Querying, today: string): Promise<void> {
  const rows = await many(
    db,
    sql`SELECT c.member_id AS "memberId", array_agg(c.id) AS ids, sum(c.open_amount)::bigint AS total FROM unsettled_payments c
           JOIN members m ON m.id = c.member_id WHERE c.status = 'open' AND c.due_date < ${today}::date AND m.end_date IS NULL
           GROUP BY c.member_id, m.member_number HAVING count(*) >= 3 ORDER BY m.member_number LIMIT 4`,
    { memberId: 'uuid', ids: 'uuid[]', total: 'cents' },
  )
  for (const [index, { memberId, ids, total }] of rows.entries()) {
    const amounts = splitAmount(total, 6)
    await execute(
      db,
      sql`WITH agreement AS (
               INSERT INTO payment_agreements (id, member_id, instalments, first_date, amount, open_amount)
               VALUES (new_id(), ${memberId}, 6, (${today}::date - make_interval(months => ${index === 0 ? 3 : -index}::integer))::date, ${total}, ${total}) RETURNING id, member_id, first_date),
             parts AS (
               INSERT INTO agreement_instalments (id, agreement_id, member_id, number, due_date, amount)
               SELECT new_id(), a.id, a.member_id, x.number, (a.first_date + make_interval(months => x.number::integer - 1))::date, x.amount
               FROM agreement a CROSS JOIN unnest(${amounts}::bigint[]) WITH ORDINALITY AS x (amount, number))
             UPDATE unsettled_payments SET agreement_id = (SELECT id FROM agreement) WHERE id = ANY(${ids}::uuid[])`,
    )
  }
}
