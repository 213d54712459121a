import type { ChargeType } from '@agremia/resources/definitions/unsettled-payments.ts'
import { maybeOne, nullable, sql, textOf } from '../database/sql.ts'
import { inTransaction } from '../database/transaction.ts'
import { notFound } from '../errors.ts'
import type { Engine } from '../rest/modules.ts'
import type { Advice, Asked } from './advice.ts'
import { adviceFor } from './advice.ts'

/** Reads an advice in a transaction of its own. */
export async function readAdvice({ world }: Engine, asked: Asked): Promise<Advice> {
  const today = await world.organisation.today()
  const settings = await world.organisation.settings()
  return inTransaction(world.database, (db) => adviceFor({ db, world, today, settings }, asked))
}

/** The advice of a link: what was asked for then, as it stands now. Throws 404. */
export async function findAsked({ world }: Engine, publicId: string): Promise<Asked> {
  const asked = await maybeOne(
    world.database.pool,
    sql`SELECT member_id AS "memberId", type, year, CASE WHEN type IS NULL THEN charge_ids END AS "chargeIds"
           FROM payment_advices WHERE public_id = ${publicId.slice(0, 60)}`,
    { memberId: 'uuid', type: nullable(textOf<ChargeType>()), year: 'integer?', chargeIds: 'uuid[]?' },
  )
  if (!asked) throw notFound()
  return asked
}
