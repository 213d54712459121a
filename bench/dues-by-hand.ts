/** The queries of dues in plain SQL, as a baseline for the program. */

const owed = `c.status IN ('open', 'partial')`

/** A hundred charges by due date with their members, and the sums of all charges, computed each time. */
export const owedPage = `SELECT c.*, p.name, m.member_number, k.name AS category, s.name AS state
  FROM unsettled_payments c JOIN members m ON m.id = c.member_id JOIN people p ON p.id = m.person_id
  JOIN member_categories k ON k.id = c.category_id JOIN member_state_names s ON s.id = m.current_state_id
  WHERE ${owed} ORDER BY c.due_date, c.id LIMIT 100`
export const owedTotals = `SELECT count(*), sum(amount), sum(paid_amount), sum(open_amount) FROM unsettled_payments c WHERE ${owed}`

/** The rows of a year of quotas, without rules and balances. */
export const bareQuotas = `INSERT INTO unsettled_payments (id, member_id, type, year, description, due_date, amount, category_id, origin)
  SELECT new_id(), m.id, 'quota', $1, 'Quota ' || $1::integer, make_date($1, 3, 31), 2400, m.category_id, 'generation'
  FROM members m JOIN member_categories k ON k.id = m.category_id JOIN member_state_names s ON s.id = m.current_state_id
  WHERE k.pays_quota AND s.charges_quota`

export const oneDurableUpdate = 'UPDATE members SET notes = $2 WHERE id = $1'
