import { formatDateLong } from '@agremia/resources/rules/dates.ts'
import { many, sql } from '../database/sql.ts'
import { inTransaction } from '../database/transaction.ts'
import { announce, isAnnounced } from '../messages/index.ts'
import type { Engine } from '../rest/modules.ts'

/** Messages written in one transaction. */
const batchSize = 50

/** Sends the message `cardReady` to the members of a print batch. Idempotent: a card gets the message once. */
export async function tellReady({ world }: Engine, batchId: string): Promise<void> {
  const date = formatDateLong(await world.organisation.today())
  for (;;) {
    const count = await inTransaction(world.database, async (db) => {
      if (!(await isAnnounced(db, 'cardReady'))) return 0
      const ready = await many(
        db,
        sql`SELECT c.id, m.person_id AS "personId" FROM membership_cards c JOIN members m ON m.id = c.member_id
               WHERE c.print_batch_id = ${batchId} AND c.status = 'printed' AND NOT EXISTS (
                 SELECT FROM messages t WHERE t.about_id = c.id::text AND t.about_resource = 'membershipCards' AND t.cause = 'cardReady')
               ORDER BY c.id LIMIT ${batchSize} FOR NO KEY UPDATE OF c`,
        { id: 'uuid', personId: 'uuid' },
      )
      for (const { id, personId } of ready) {
        await announce(
          { db, world },
          {
            event: 'cardReady',
            to: { personId },
            values: { data: date, ligacao: world.config.publicUrl },
            about: { resource: 'membershipCards', id },
          },
        )
      }
      return ready.length
    })
    if (count < batchSize) return
  }
}
