import { liveCardStates } from '@agremia/resources/definitions/membership-cards.ts'
import type { CardValidity } from '@agremia/resources/rules/card-validity.ts'
import { monthsBeforeYear } from '@agremia/resources/rules/card-validity.ts'
import type { Sql } from '../database/sql.ts'
import { literals, raw, sql } from '../database/sql.ts'
import { isToBeAdmitted } from '../admitted.ts'
import { isDeceased } from '../deceased.ts'
import type { World } from '../rest/modules.ts'

/** SQL of `cardValidUntil` for the card of the member `m` that is issued on `day`. */
export function validUntilSql(settings: CardValidity, day: string): Sql {
  const first = sql`greatest(${day}::date, m.admission_date)`
  switch (settings.cardsValidity) {
    case 'annual':
      return sql`make_date(extract(year FROM ${first} + ${monthsBeforeYear} * interval '1 month')::integer, 12, 31)`
    case 'years':
      return sql`(${first} + ${Number(settings.cardsValidityYears)} * interval '1 year')::date`
    default:
      return sql`NULL::date`
  }
}

/** The states of a valid card, as the values of an SQL list. */
export const liveStates = literals(liveCardStates)

const verifiableStates = literals([...liveCardStates, 'expired'])

interface ValidityRule {
  /** The day of the check. */
  today: string
  /** Whether members with an overdue quota are irregular. */
  usesQuotas: boolean
  /** Days after the due date during which a quota is ignored. */
  graceDays: number
}

/** Expression for the validity of a card; aliases: card `c`, member `m`, person `p`, name of the member's state `s`, balance `b`. */
export function validitySql({ today, usesQuotas, graceDays }: ValidityRule): Sql {
  return sql`CASE
    WHEN s.marks_end OR ${isToBeAdmitted(today)} OR ${isDeceased} OR c.status NOT IN (${verifiableStates}) THEN 'invalido'
    WHEN NOT s.has_rights THEN 'suspenso'
    WHEN c.status = 'expired' OR c.valid_until < ${today}::date THEN 'expirado'
    WHEN ${usesQuotas}::boolean AND b.oldest_quota < ${today}::date - ${graceDays}::integer THEN 'irregular'
    ELSE 'valido' END`
}

/** The rule of the settings, for the current day. */
export async function validityRule({ organisation }: World): Promise<ValidityRule> {
  const { verifyUsesQuotas, verifyGraceDays } = await organisation.settings()
  return {
    today: await organisation.today(),
    usesQuotas: verifyUsesQuotas === 'true',
    graceDays: Number(verifyGraceDays),
  }
}

/** Condition: the card with the alias `card` is valid on a day, by its state and its last day. */
export function liveSql(card: string, day: string): Sql {
  const c = raw(card)
  return sql`(${c}.status IN (${liveStates}) AND (${c}.valid_until IS NULL OR ${c}.valid_until >= ${day}::date))`
}
