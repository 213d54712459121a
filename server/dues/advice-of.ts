import { sql } from '../database/sql.ts'
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
  const { rows } = await world.database.pool
    .query<Asked>(sql`SELECT member_id AS "memberId", type, year, CASE WHEN type IS NULL THEN charge_ids END AS "chargeIds"
           FROM payment_advices WHERE public_id = ${publicId.slice(0, 60)}`)
  const [asked] = rows
  if (!asked) throw notFound()
  return asked
}
