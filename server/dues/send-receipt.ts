import { maybeOne, sql } from '../database/sql.ts'
import { refuseSilenced } from '../messages/index.ts'
import { conflict, invalid } from '../errors.ts'
import { isDeceased } from '../deceased.ts'
import { recordAudit } from '../rest/audit.ts'
import type { ActionCall } from '../rest/modules.ts'
import { tellPayer } from './tell-payer.ts'

/** Sends a receipt by email because somebody asked for it now: to the payer, or to the address that is given. */
export async function sendReceipt(call: ActionCall): Promise<unknown> {
  const { db, record, input, changes } = call
  if (record['status'] === 'cancelled') throw conflict('Este pagamento está anulado: o recibo já não vale.')
  const given = input['email'] as string | null | undefined
  const email = given ?? (await emailOf(call))
  if (email === null)
    throw invalid({ email: ['Não há email na ficha, ou a pessoa faleceu: indique para onde enviar.'] })
  if (given == null) await refuseSilenced(db, String(record['personId']))
  const id = await tellPayer(call, record._id, { channel: 'email', email })
  if (id === undefined)
    throw conflict('A mensagem «Pagamento recebido» está desligada na configuração das mensagens.')
  changes.push({ resource: 'messages', action: 'created', id, version: 1 })
  await recordAudit(call, [
    {
      resource: 'payments',
      id: record._id,
      action: 'sendReceipt',
      changes: [{ field: 'email', from: null, to: email }],
    },
  ])
  return maybeOne(db, sql`SELECT id AS _id, state, recipient FROM messages WHERE id = ${id}`, {
    _id: 'uuid',
    state: 'text',
    recipient: 'text?',
  })
}

async function emailOf({ db, record }: ActionCall): Promise<string | null> {
  const person = await maybeOne(
    db,
    sql`SELECT p.email FROM members m JOIN people p ON p.id = m.person_id
           JOIN member_state_names s ON s.id = m.current_state_id WHERE m.id = ${record['memberId']} AND NOT ${isDeceased}`,
    { email: 'text?' },
  )
  return person?.email ?? null
}
