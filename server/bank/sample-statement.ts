import { addDays } from '@agremia/resources/rules/dates.ts'
import { v7 as newId } from 'uuid'
import type { Tx } from '../database/transaction.ts'
import { execute, maybeOne, sql } from '../database/sql.ts'
import { isOwed } from '../dues/index.ts'
import { suggestLines } from './suggest.ts'

/** Days that the statement covers. */
const days = 30

/**
 * Inserts a statement of the bank account with open lines: existing transactions, payments of members with debts, and unknown movements.
 * The same in every demonstration.
 */
export async function insertSampleStatement(tx: Tx, { today }: { today: string }): Promise<void> {
  const account = await maybeOne(
    tx,
    sql`SELECT id FROM treasury_accounts WHERE kind = 'bank' ORDER BY "order", id LIMIT 1`,
    { id: 'uuid' },
  )
  if (!account) return
  const [id, first] = [newId(), addDays(today, -days)]
  await execute(
    tx,
    sql`INSERT INTO bank_statements (id, file_name, account_id, format, from_date, to_date, line_count, new_lines, created_by_name)
        VALUES (${id}, 'extrato.csv', ${account.id}, 'csv', ${first}, ${today}, 0, 0, 'Helena Matos')`,
  )
  await execute(
    tx,
    sql`WITH debtors AS (
          SELECT m.member_number, p.name, (SELECT c.open_amount FROM unsettled_payments c WHERE c.member_id = m.id AND ${isOwed}
            ORDER BY c.due_date, c.id LIMIT 1) AS amount, row_number() OVER (ORDER BY m.member_number) AS place
          FROM members m JOIN people p ON p.id = m.person_id JOIN member_state_names s ON s.id = m.current_state_id
          WHERE NOT s.marks_end AND EXISTS (SELECT FROM unsettled_payments c WHERE c.member_id = m.id AND ${isOwed})
          ORDER BY m.member_number LIMIT 4),
        given AS (
          SELECT max(t.date) AS date, sum(t.effect)::bigint AS amount, upper(fold_text(min(t.description))) AS description FROM transactions t
          WHERE t.account_id = ${account.id} AND t.date BETWEEN ${first}::date AND ${today}::date AND t.status = 'registered'
          GROUP BY coalesce(t.payment_id, t.id)
          UNION ALL
          SELECT ${today}::date - place::integer, amount, CASE place WHEN 1 THEN 'TRF MB WAY ' || upper(fold_text(name))
            ELSE 'TRANSF DE ' || upper(fold_text(name)) || ' SOCIO ' || member_number END FROM debtors
          UNION ALL VALUES (${today}::date - 2, -520::bigint, 'COMISSAO MANUTENCAO CONTA'), (${today}::date - 3, 5000::bigint, 'DEPOSITO EM NUMERARIO')),
        numbered AS (
          SELECT *, row_number() OVER (ORDER BY date, amount, description) AS place,
            row_number() OVER (PARTITION BY date, amount ORDER BY description) AS ordinal FROM given),
        made AS (
          INSERT INTO bank_lines (id, statement_id, account_id, place, date, value_date, description, amount, entry_amount, ordinal, pattern)
          SELECT new_id(), ${id}, ${account.id}, place, date, date, description, amount, amount, ordinal,
            btrim(regexp_replace(fold_text(description), '\\S*[0-9]\\S*', '', 'g')) FROM numbered RETURNING amount)
        UPDATE bank_statements SET line_count = made.lines, new_lines = made.lines, closing_date = ${today},
          closing_balance = (SELECT opening_balance FROM treasury_accounts WHERE id = ${account.id}) + made.earlier + made.amount
        FROM (SELECT count(*)::integer AS lines, sum(amount) AS amount, (SELECT coalesce(sum(effect), 0) FROM transactions
          WHERE account_id = ${account.id} AND date < ${first}::date) AS earlier FROM made) AS made WHERE id = ${id}`,
  )
  await suggestLines(tx, account.id)
}
