import { conflict } from '../errors.ts'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import type { Hooks } from '../rest/modules.ts'

/** Prices are added; one goes away only while nothing was charged by it. */
export const quotaPriceHooks: Hooks = {
  async validate({ db, merged, id }) {
    const { quotaPlanId, validFrom, categoryId = null } = merged
    if (typeof quotaPlanId !== 'string' || typeof validFrom !== 'string') return undefined
    const { rows } = await db.query({
      text: `SELECT 1 FROM quota_prices WHERE quota_plan_id = $1 AND valid_from = $2 AND category_id IS NOT DISTINCT FROM $3::uuid AND id <> $4`,
      values: [quotaPlanId, validFrom, categoryId, id],
    })
    return rows.length > 0 ? { errors: { validFrom: ['Já há um preço a partir deste dia.'] } } : undefined
  },
  async beforeDelete({ db, record }) {
    const { rows } = await db.query({
      text: `SELECT 1 FROM unsettled_payments WHERE origin IN ('generation', 'admission') AND type IN ('quota', 'joia')
             AND year >= extract(year FROM $1::date) AND created_at >= $2::timestamptz LIMIT 1`,
      values: [record['validFrom'], record['_created_at']],
    })
    if (rows.length > 0)
      throw conflict(
        `Já se geraram quotas desde que há este preço (${formatDate(String(record['validFrom']))}): acrescente outro.`,
      )
  },
}
