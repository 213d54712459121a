import type { ChargeType } from '@agremia/resources/definitions/unsettled-payments.ts'
import { one, prepared, sql } from '../../database/sql.ts'
import type { AdviceContent, Owed } from './advice-content.ts'
import { adviceContent, owedShape, owedSql } from './advice-content.ts'
import type { Context } from '../../rest/modules.ts'

/** The charges of an advice: chosen ones of a member, or all of a type (and year). */
export interface AdviceRequest {
  memberId: string
  type: ChargeType | null
  year: number | null
  /** Null when `type` selects the charges. */
  chargeIds: readonly string[] | null
}

export type AdviceContext = Pick<Context, 'db' | 'settings' | 'today' | 'world'>

/** What the request selects of the member's debt, and its texts and sums. */
export async function findContent(
  { db, settings, today, world }: AdviceContext,
  { memberId, type, year, chargeIds }: AdviceRequest,
): Promise<{ owed: Owed; content: AdviceContent }> {
  const isChosen = sql`(${type}::text IS NULL OR c.type = ${type}) AND (${year}::integer IS NULL OR c.year = ${year})
    AND (${chargeIds}::uuid[] IS NULL OR c.id = ANY(${chargeIds}))`
  const owed = await one(db, prepared(owedSql(sql`${memberId}::uuid`, isChosen)), owedShape)
  const terminology = await world.organisation.terminology()
  return { owed, content: adviceContent(owed, { today, settings, terminology }) }
}
