import { liveCardStates } from '@agremia/resources/definitions/membership-cards.ts'
import { isDeceased } from '../deceased.ts'

const counts = [...liveCardStates, 'expired'].map((state) => `'${state}'`).join(', ')

/**
 * SQL of the standing of the card `c` of the person `p`, a member in the state `s` with the balance `b`: on the day `$1`, minding debts (`$2`)
 * that fell due more than `$3` days before.
 */
export const standingSql = `CASE
  WHEN s.marks_end OR ${isDeceased} OR c.status NOT IN (${counts}) THEN 'invalido'
  WHEN NOT s.has_rights THEN 'suspenso'
  WHEN c.status = 'expired' OR c.valid_until < $1::date THEN 'expirado'
  WHEN $2::boolean AND b.oldest_debt < $1::date - $3::integer THEN 'irregular'
  ELSE 'valido' END`
