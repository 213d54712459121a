import type { Settings } from '@agremia/resources/definitions/settings.ts'
import { mod97CheckDigits } from '@agremia/resources/rules/bank-identifiers.ts'
import { addDays, addMonths } from '@agremia/resources/rules/dates.ts'
import { addTargetDays } from '@agremia/resources/rules/holidays.ts'
import { execute, many, sql } from '../database/sql.ts'
import type { Tx } from '../database/transaction.ts'
import { isOwed } from '../dues/index.ts'
import { byProgram } from '../rest/audit.ts'
import { actionOf, performAction } from '../rest/actions.ts'
import { planOf } from '../rest/modules.ts'
import { createContext } from '../rest/write-request.ts'
import { saveRecord } from '../rest/write.ts'
import { applyAnswer } from './answers.ts'
import { bookOne } from './book-batch.ts'
import { endToEndIdOf } from './pain008.ts'
import type { Context, World } from '../rest/modules.ts'

/** Members with a mandate, of whom the first are in the batch that was collected, and the next in the one that waits. */
const mandates = 14
const collected = 5
const waiting = 4

/**
 * Inserts authorisations, a batch that was collected with a returned debit, and one that was not sent, with the code of the program as of
 * earlier days. Leaves no work behind: a demonstration sends nothing.
 */
export async function insertSampleDebits(
  world: World,
  tx: Tx,
  { today, settings }: { today: string; settings: Settings },
): Promise<void> {
  const day = addTargetDays(addDays(today, -9), 0)
  const [prepared, soon] = [addTargetDays(day, -5), addDays(today, 90)]
  const owes = (until: string) => sql`EXISTS (SELECT FROM unsettled_payments c
    WHERE c.member_id = m.id AND ${isOwed} AND c.agreement_id IS NULL AND c.due_date <= ${until}::date
      AND NOT EXISTS (SELECT FROM round_charges r WHERE r.unsettled_payment_id = c.id AND r.is_open))`
  // In spring few have earlier debts: they are in the first batch, and the next takes the quotas of the year.
  const people = await many(
    tx,
    sql`SELECT m.id, m.member_number AS number, left(p.name, 70) AS name, p.nif FROM members m JOIN people p ON p.id = m.person_id JOIN member_balances b ON b.id = m.id
      JOIN member_state_names s ON s.id = m.current_state_id
      WHERE NOT s.marks_end AND p.death_date IS NULL AND b.credit = 0 AND ${owes(soon)}
        AND NOT EXISTS (SELECT FROM payment_intents i WHERE i.member_id = m.id)
      ORDER BY ${owes(prepared)} DESC, m.payment_method = 'directDebit' DESC, m.member_number DESC LIMIT ${mandates}`,
    { id: 'uuid', number: 'integer', name: 'text', nif: 'text?' },
  )
  const rows = people.map((one, place) => ({ ...one, place, iban: tx.seal(ibanOf(one.number)) }))
  await execute(
    tx,
    sql`INSERT INTO mandates (id, member_id, reference, kind, debtor_name, holder_nif, iban, signed_on, state, state_reason)
      SELECT new_id(), id, 'ADC-' || lpad(number::text, 6, '0') || '-1', 'recurrent', name, nif, iban,
        CASE WHEN place < ${mandates - 2} THEN ${addMonths(today, -7)}::date + place END,
        CASE WHEN place >= ${mandates - 2} THEN 'pending' WHEN place = ${mandates - 3} THEN 'suspended' ELSE 'active' END,
        CASE WHEN place = ${mandates - 3} THEN 'Conta encerrada (AC04)' END
      FROM jsonb_to_recordset(${JSON.stringify(rows)}) AS x (id uuid, number integer, name text, nif text, iban text, place integer)`,
  )
  const caller = { ...byProgram.caller, name: 'Helena Matos', role: 'editor' } as const
  const now = { ...(await createContext(world, tx, { ...byProgram, caller })), settings, today }
  const first = await createBatch(
    { ...now, today: prepared },
    prepared,
    day,
    people.slice(0, collected).map(({ id }) => id),
  )
  await act({ ...now, today: addTargetDays(day, -4) }, first, 'send')
  const debits = await many(tx, sql`SELECT id FROM debit_collections WHERE batch_id = ${first} ORDER BY id`, {
    id: 'uuid',
  })
  for (const { id } of debits) await bookOne(now, id)
  await execute(tx, sql`UPDATE debit_batches SET state = 'done' WHERE id = ${first}`)
  const [bounced] = debits
  if (bounced)
    await applyAnswer(now, {
      fileName: 'devolucoes.xml',
      options: { cost: null, isCostCharged: false, isTold: false },
      text: `<?xml version="1.0"?><Document><BkToCstmrDbtCdtNtfctn><Ntfctn><Ntry><BookgDt><Dt>${addDays(day, 3)}</Dt></BookgDt><NtryDtls><TxDtls>
        <Refs><EndToEndId>${endToEndIdOf(bounced.id)}</EndToEndId></Refs><Chrgs><Amt>1.50</Amt></Chrgs><RtrInf><Rsn><Cd>AM04</Cd></Rsn></RtrInf>
        </TxDtls></NtryDtls></Ntry></Ntfctn></BkToCstmrDbtCdtNtfctn></Document>`,
    })
  await createBatch(
    now,
    soon,
    addTargetDays(today, 12),
    people.slice(collected, collected + waiting).map(({ id }) => id),
  )
  await execute(tx, sql`DELETE FROM jobs WHERE queue IN ('debitBatches', 'receipts')`)
}

async function createBatch(
  writing: Context,
  dueUntil: string,
  collectionDate: string,
  memberIds: string[],
): Promise<string> {
  const input = { dueUntil, collectionDate, memberIds }
  const plan = planOf(writing.world, 'debitBatches')
  return (await saveRecord(writing, plan, { id: null, mode: 'create', input }))._id
}

async function act(writing: Context, id: string, name: string): Promise<void> {
  await performAction(writing, actionOf(writing.world, 'debitBatches', name), { id, input: {} })
}

/** A Portuguese IBAN that nobody has. */
function ibanOf(number: number): string {
  const account = `00020123${String(number).padStart(11, '0')}`
  return `PT50${account}${mod97CheckDigits(account)}`
}
