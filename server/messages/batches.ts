import { conflict } from '../errors.ts'
import { recordAudit } from '../rest/audit.ts'
import type { ActionCall } from '../rest/modules.ts'
import { cancelMessages } from './release.ts'

/** Composes no more of a bulk sending, and stops those of its messages that have not left. */
export async function cancelBatch(call: ActionCall): Promise<undefined> {
  const { db, record, changes } = call
  const { rows } = await db.query({
    text: `UPDATE message_batches SET state = 'cancelled', version = version + 1, updated_at = now()
           WHERE id = $1 AND state <> 'cancelled' RETURNING version`,
    values: [record._id],
  })
  const row = rows[0] as { version: number } | undefined
  if (!row) throw conflict('Este envio já foi cancelado.')
  await cancelMessages(call, 'batch_id = $1', [record._id])
  changes.push({ resource: 'messageBatches', action: 'updated', id: record._id, version: row.version })
  await recordAudit(call, [{ resource: 'messageBatches', id: record._id, action: 'cancel', changes: [] }])
  return undefined
}
