import type { World } from '../context.ts'
import { liveCardStates } from '@agremia/resources/definitions/membership-cards.ts'
import type { Sql } from '../database/sql.ts'
import { literals, sql } from '../database/sql.ts'
import { isDeceased } from '../deceased.ts'

const counts = literals([...liveCardStates, 'expired'])

export interface StandingRule {
  /** The day of the check. */
  today: string
  /** Whether debts count. */
  usesQuotas: boolean
  /** Days after its due date during which a debt does not count. */
  graceDays: number
}

/** SQL of the standing of the card `c` of the person `p`, a member in the state `s` with the balance `b`. */
export function standingSql({ today, usesQuotas, graceDays }: StandingRule): Sql {
  return sql`CASE
    WHEN s.marks_end OR ${isDeceased} OR c.status NOT IN (${counts}) THEN 'invalido'
    WHEN NOT s.has_rights THEN 'suspenso'
    WHEN c.status = 'expired' OR c.valid_until < ${today}::date THEN 'expirado'
    WHEN ${usesQuotas}::boolean AND b.oldest_debt < ${today}::date - ${graceDays}::integer THEN 'irregular'
    ELSE 'valido' END`
}

/** How cards are judged now, by the organisation's settings. */
export async function standingRule({ organisation }: World): Promise<StandingRule> {
  const { verifyUsesQuotas, verifyGraceDays } = await organisation.settings()
  return {
    today: await organisation.today(),
    usesQuotas: verifyUsesQuotas === 'true',
    graceDays: Number(verifyGraceDays),
  }
}
