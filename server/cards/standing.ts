import type { World } from '../context.ts'
import { liveCardStates } from '@agremia/resources/definitions/membership-cards.ts'
import type { Sql } from '../database/sql.ts'
import { literals, sql } from '../database/sql.ts'
import { isDeceased } from '../deceased.ts'

const verifiableStates = literals([...liveCardStates, 'expired'])

export interface StandingRule {
  /** The day of the check. */
  today: string
  /** Whether members in debt are irregular. */
  usesQuotas: boolean
  /** Days after the due date during which a debt is ignored. */
  graceDays: number
}

/** Expression for the standing of a card; aliases: card `c`, person `p`, name of the member's state `s`, balance `b`. */
export function standingSql({ today, usesQuotas, graceDays }: StandingRule): Sql {
  return sql`CASE
    WHEN s.marks_end OR ${isDeceased} OR c.status NOT IN (${verifiableStates}) THEN 'invalido'
    WHEN NOT s.has_rights THEN 'suspenso'
    WHEN c.status = 'expired' OR c.valid_until < ${today}::date THEN 'expirado'
    WHEN ${usesQuotas}::boolean AND b.oldest_debt < ${today}::date - ${graceDays}::integer THEN 'irregular'
    ELSE 'valido' END`
}

/** The rule of the settings, for the current day. */
export async function standingRule({ organisation }: World): Promise<StandingRule> {
  const { verifyUsesQuotas, verifyGraceDays } = await organisation.settings()
  return {
    today: await organisation.today(),
    usesQuotas: verifyUsesQuotas === 'true',
    graceDays: Number(verifyGraceDays),
  }
}
