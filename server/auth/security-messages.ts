import { maybeOne, sql } from '../database/sql.ts'
import type { Tx } from '../database/transaction.ts'
import { announce } from '../messages/index.ts'
import type { World } from '../rest/modules.ts'

/** Tells the owner of an account what changed in how it is protected. `text` is a clause: «a palavra-passe mudou». */
export async function announceSecurity(
  { db, world }: { db: Tx; world: World },
  userId: string,
  text: string,
): Promise<void> {
  const to = await maybeOne(
    db,
    sql`SELECT name, email, person_id AS "personId" FROM users WHERE id = ${userId}`,
    {
      name: 'text',
      email: 'text',
      personId: 'uuid?',
    },
  )
  if (to) await announce({ db, world }, { event: 'accountSecurity', to, values: { alteracao: text } })
}
