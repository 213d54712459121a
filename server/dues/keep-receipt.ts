import type { ChargeType } from '@agremia/resources/definitions/unsettled-payments.ts'
import { receiptTitle } from '@agremia/resources/receipt-title.ts'
import type { Context } from '../context.ts'
import { execute, prepared, sql } from '../database/sql.ts'
import { receiptMentions } from './receipt-mentions.ts'

/** Keeps with a payment what its receipt says and may change elsewhere afterwards: names, NIF, title and legal texts. */
export async function keepReceipt(
  { db, world, settings }: Pick<Context, 'db' | 'world' | 'settings'>,
  paymentId: string,
  lines: readonly { type: ChargeType | null; amount: number }[],
): Promise<void> {
  const terminology = await world.organisation.terminology()
  const title = receiptTitle(
    lines.map(({ type }) => type),
    terminology,
  )
  await execute(
    db,
    prepared(sql`UPDATE payments p SET receipt = jsonb_build_object('title', ${title}::text, 'mentions', ${JSON.stringify(receiptMentions(lines, settings, terminology))}::jsonb, 'name', w.name, 'nif', w.nif,
         'memberNumber', m.member_number, 'names', (SELECT jsonb_object_agg(i.member_id, o.name) FROM payment_items i
           JOIN members n ON n.id = i.member_id JOIN people o ON o.id = n.person_id WHERE i.payment_id = p.id))
       FROM members m JOIN people w ON w.id = m.person_id WHERE p.id = ${paymentId} AND m.id = p.member_id`),
  )
}
