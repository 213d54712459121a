import type { SomeStoredOf } from '@agremia/resources/define-resource.ts'
import type { Cents } from '@agremia/resources/rules/amount.ts'
import { formatAmount } from '@agremia/resources/rules/amount.ts'
import { formatDate, formatDateLong } from '@agremia/resources/rules/dates.ts'
import { addTargetDays, isTargetDay } from '@agremia/resources/rules/holidays.ts'
import { maskIban } from '@agremia/resources/rules/iban.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import { v7 as newId } from 'uuid'
import type { Querying } from '../database/querying.ts'
import { advisoryLocks } from '../database/advisory-locks.ts'
import type { Sql } from '../database/sql.ts'
import { execute, jsonOf, many, maybeOne, one, raiseVersion, raw, sql } from '../database/sql.ts'
import { lockLedger, lockLedgerFirst } from '../dues/index.ts'
import { conflict, invalid } from '../errors.ts'
import { announce } from '../messages/index.ts'
import { changeFields } from '../rest/change-fields.ts'
import { changesOf, idAndVersion } from '../rest/changes.ts'
import { toJson } from '../rest/codec.ts'
import { euros } from '../rest/euros.ts'
import type { ActionCall, Context, Hooks } from '../rest/modules.ts'
import type { ComputedColumn } from '../rest/plan.ts'
import type { Included, Selection } from './candidates.ts'
import { findIncluded, leaverWarnings, totalOf } from './candidates.ts'
import { debitColumns, debitOf, sealedDebit } from './debit-values.ts'
import { fileLink, rejectHiddenDebits, rejectWrongFiles } from './debit-file.ts'
import { applyChanges, changesSoFar, findChanges, saidOf } from './follow-changes.ts'
import { changeMandates, nextBatchNumber } from './mandates.ts'
import type { Creditor } from './readiness.ts'
import { readCreditor } from './readiness.ts'
import type { StoredValues } from '../rest/find-record.ts'
import type { FieldMessages } from '../errors.ts'
import type { debitBatches, debitCollections } from '@agremia/resources/definitions/debit-batches.ts'
import type { PainVersion } from './pain008.ts'

/** The first day on which a file that the bank gets today may collect. */
export function earliestDay(today: string, settings: Context['settings']): string {
  return addTargetDays(today, Number(settings.sddLeadBusinessDays))
}

/** Errors of the collection date, by field. */
export function dayErrors(
  date: unknown,
  { today, settings }: Pick<Context, 'today' | 'settings'>,
): FieldMessages {
  if (typeof date !== 'string') return {}
  const earliest = earliestDay(today, settings)
  if (date < earliest)
    return {
      collectionDate: [`O banco precisa de tempo: o primeiro dia possível é ${formatDate(earliest)}.`],
    }
  return isTargetDay(date)
    ? {}
    : {
        collectionDate: [
          `Os bancos não cobram neste dia: o seguinte é ${formatDate(addTargetDays(date, 0))}.`,
        ],
      }
}

export function selectionOf(values: StoredValues): Selection {
  return {
    dueUntil: String(values.dueUntil),
    collectionDate: String(values.collectionDate),
    categoryIds: (values.categoryIds ?? []) as string[],
    memberIds: (values.memberIds ?? []) as string[],
  }
}

/** A batch takes the charges that may be collected, with a lock on the ledgers, and numbers itself. */
export const batchHooks: Hooks<typeof debitBatches, Included[]> = {
  // Actions that update a batch read the members' open charges.
  beforeLock: lockLedgerFirst(
    (id) => sql`SELECT member_id AS id FROM debit_collections WHERE batch_id = ${id} AND state = 'pending'`,
  ),
  validate: async (context) => ({ errors: dayErrors(context.merged.collectionDate, context) }),
  async beforeSave(context) {
    const { db, merged, settings, today, caller } = context
    const { creditor, accountId } = await readCreditor(db, settings)
    // New batches wait for each other, and for rounds: the second sees which charges the first took.
    await execute(db, sql`SELECT pg_advisory_xact_lock(${advisoryLocks.rounds})`)
    await execute(db, sql`SELECT FROM treasury_accounts WHERE id = ${accountId} FOR NO KEY UPDATE`)
    const selection = selectionOf(merged)
    const possible = await findIncluded(db, selection)
    if (possible.length > 0)
      await lockLedger(
        db,
        possible.map(({ memberId }) => memberId),
      )
    // Selected again under the lock: charges paid meanwhile must not be collected.
    const included = possible.length === 0 ? [] : await findIncluded(db, selection)
    if (included.length === 0)
      throw invalid({ dueUntil: ['Não há nada a cobrar: veja porque ficam de fora.'] })
    const values: SomeStoredOf<typeof debitBatches.fields> = {
      number: await nextBatchNumber(db, today.slice(0, 4)),
      ...totalOf(included),
      accountId,
      painVersion: settings.painVersion as PainVersion,
      createdByName: caller.name,
    }
    context.set(values, { creditor: JSON.stringify(creditor) })
    return included
  },
  async afterSave({ db, id, changes, settings }, included) {
    const rows = included.map((one) => ({ id: newId(), ...sealedDebit(debitOf(one, settings), db) }))
    const created = await many(
      db,
      sql`WITH given AS (
            SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}) AS x (id uuid, "memberId" uuid, ${debitColumns}))
          INSERT INTO debit_collections (id, batch_id, member_id, mandate_id, mandate_reference, debtor_name, iban, signed_on, sequence, original_iban, amount, remittance, debtor_address)
          SELECT id, ${id}, "memberId", "mandateId", reference, "debtorName", iban, "signedOn", sequence, "originalIban", amount, remittance, address FROM given
          RETURNING id, version`,
      idAndVersion,
    )
    await execute(
      db,
      sql`INSERT INTO debit_charges (collection_id, unsettled_payment_id, amount)
          SELECT x.id, c.charge, c.amount FROM jsonb_to_recordset(${JSON.stringify(rows)}) AS x (id uuid, "chargeIds" uuid[], amounts bigint[]),
            unnest(x."chargeIds", x.amounts) AS c (charge, amount)`,
    )
    changes.push(...changesOf('debitCollections', 'created', created))
    return 'unchanged'
  },
}

/** The charges of a debit, with the amount of each. */
export const chargesColumn: ComputedColumn = {
  sql: (
    alias,
  ) => sql`(SELECT coalesce(json_agg(json_build_object('_id', c.id, 'description', c.description, 'dueDate', c.due_date, 'amount', ${euros('d.amount')})
      ORDER BY c.due_date, c.id), '[]') FROM debit_charges d JOIN unsettled_payments c ON c.id = d.unsettled_payment_id
      WHERE d.collection_id = ${raw(alias)}.id)`,
  toJson: toJson.json,
  shape: [{ _id: 'uuid', description: 'text', dueDate: 'day', amount: 'euros' }],
}

/** Recomputes the counts and the sum of a batch from its debits. Returns their number. */
export async function refreshBatch(
  { db, changes }: Pick<Context, 'db' | 'changes'>,
  id: string,
): Promise<number> {
  const rows = await many(
    db,
    sql`UPDATE debit_batches b SET collections = n.collections, amount = n.amount, booked = n.booked, rejected = n.rejected, returned = n.returned,
        returned_amount = n.back, ${raiseVersion('b')}
      FROM (SELECT count(*) FILTER (WHERE state <> 'withdrawn')::integer AS collections, coalesce(sum(amount) FILTER (WHERE state <> 'withdrawn'), 0)::bigint AS amount,
        count(*) FILTER (WHERE state = 'booked')::integer AS booked, count(*) FILTER (WHERE state = 'rejected')::integer AS rejected,
        count(*) FILTER (WHERE state = 'returned')::integer AS returned,
        coalesce(sum(amount) FILTER (WHERE state IN ('rejected', 'returned')), 0)::bigint AS back
        FROM debit_collections WHERE batch_id = ${id}) n WHERE b.id = ${id} RETURNING b.id, b.version, b.collections`,
    { ...idAndVersion, collections: 'integer' },
  )
  changes.push(...changesOf('debitBatches', 'updated', rows))
  return rows[0]?.collections ?? 0
}

/** Changes the debit of a payment, if it has one, after something happened to the payment. */
export async function followPayment(
  { db, changes }: Pick<Context, 'db' | 'changes'>,
  paymentId: string,
  sets: Sql,
): Promise<void> {
  const rows = await many(
    db,
    sql`UPDATE debit_collections SET ${sets}, ${raiseVersion()} WHERE payment_id = ${paymentId} RETURNING id, version, batch_id AS "batchId"`,
    { ...idAndVersion, batchId: 'uuid' },
  )
  changes.push(...changesOf('debitCollections', 'updated', rows))
  for (const { batchId } of rows) await refreshBatch({ db, changes }, batchId)
}

/** Frees the charges of debits: other batches may collect them, once they are owed. */
export async function freeCharges(db: Querying, which: Sql): Promise<void> {
  await execute(
    db,
    sql`UPDATE debit_charges d SET is_open = false FROM debit_collections u WHERE u.id = d.collection_id AND d.is_open AND ${which}`,
  )
}

/** Throws 409 when the day of the collection has passed. The bank decides whether it takes a late file. */
function rejectPast({ record, today, settings }: ActionCall<typeof debitBatches>): void {
  if (record.collectionDate >= today) return
  const errors = dayErrors(record.collectionDate, { today, settings })
  throw conflict(`${errors['collectionDate']?.[0] ?? ''} Anule esta remessa e faça outra.`)
}

/**
 * Brings the debits of a batch that is not sent up to date, from which its file is then written. Returns the new values of the batch. Throws 409 when
 * nothing is left to collect.
 */
async function bringUpToDate(call: ActionCall<typeof debitBatches>): Promise<StoredValues> {
  const { db, record, settings, world } = call
  const { creditor, accountId } = await readCreditor(db, settings)
  await applyChanges(call, record._id, await findChanges(call, record._id))
  const left = await refreshBatch(call, record._id)
  if (left === 0) throw conflict('Já nada há a cobrar nesta remessa: anule-a.')
  await execute(
    db,
    sql`UPDATE debit_batches SET creditor = ${JSON.stringify(creditor)}::jsonb WHERE id = ${record._id}`,
  )
  return {
    accountId,
    painVersion: settings.painVersion,
    isSplit: settings.sddFilePerSequence === 'true',
    fileMadeAt: world.clock().toISOString(),
  }
}

/** Action: writes the file with the current open amounts, mandates and IBANs. */
export async function makeFile(call: ActionCall<typeof debitBatches, 'makeFile'>): Promise<{ url: string }> {
  const { db, record, world, caller } = call
  await rejectHiddenDebits(db, caller, record._id)
  rejectPast(call)
  await changeFields(call, await bringUpToDate(call))
  await rejectWrongFiles(db, record._id)
  return { url: await fileLink(world, record._id) }
}

/** Preview of sending: the sum of the file, and the changes since the preview or, with a file, since it was made. */
export async function previewSend(
  call: ActionCall<typeof debitBatches, 'send'>,
  perform: () => Promise<unknown>,
): Promise<string[]> {
  const { db, record } = call
  const madeAt = record.fileMadeAt
  const changed = await findChanges(call, record._id)
  const before = madeAt == null ? await changesSoFar(db, record._id) : []
  await perform()
  const { collections, amount, leavers } = await one(
    db,
    sql`SELECT b.collections, b.amount, (SELECT count(*)::integer FROM debit_collections u JOIN members m ON m.id = u.member_id
        JOIN member_state_names s ON s.id = m.current_state_id WHERE u.batch_id = b.id AND u.state = 'pending' AND s.marks_end) AS leavers
      FROM debit_batches b WHERE b.id = ${record._id}`,
    { collections: 'integer', amount: 'cents', leavers: 'integer' },
  )
  const sum = `${counted(collections, 'débito', 'débitos')}, ${formatAmount(amount)}.`
  if (madeAt == null)
    return [
      `O ficheiro fica com ${sum}`,
      ...saidOf('Desde a previsão mudou', [...before, ...changed.map(({ name, text }) => ({ name, text }))]),
      ...leaverWarnings(leavers),
    ]
  return [
    `O ficheiro que fez tem ${sum}`,
    ...saidOf('Desde que o fez mudou', changed),
    ...(changed.length > 0 ? ['Se ainda não o entregou no banco, volte atrás e faça-o outra vez.'] : []),
  ]
}

/**
 * Action: the file is at the bank, as it was made; without one, it is made now. On its day, a job registers the payments.
 */
export async function sendBatch(call: ActionCall<typeof debitBatches, 'send'>): Promise<undefined> {
  const { db, record, world } = call
  rejectPast(call)
  const made = record.fileMadeAt == null ? await bringUpToDate(call) : {}
  await changeFields(call, { ...made, state: 'sent', sentAt: world.clock().toISOString() })
  if (record.fileMadeAt == null) await rejectWrongFiles(db, record._id)
  await changeMandates(call, {
    ids: await singleMandates(db, record._id),
    from: ['active'],
    to: 'used',
  })
  await scheduleBooking(call, record._id, record.collectionDate)
  return undefined
}

/** Adds the job that books a batch on the day of its collection. */
export async function scheduleBooking(
  { db, world, today }: Pick<Context, 'db' | 'world' | 'today'>,
  id: string,
  day: string,
): Promise<void> {
  const seconds = day <= today ? 0 : (Date.parse(`${day}T06:00:00Z`) - world.clock().getTime()) / 1000
  await world.jobs.add(db, 'debitBatches', [{ data: { id }, after: Math.max(0, seconds) }])
}

/** Action: undoes `send`, when the file did not go to the bank after all. */
export async function undoSend(call: ActionCall<typeof debitBatches, 'undoSend'>): Promise<undefined> {
  const { db, record } = call
  const [answered] = await many(
    db,
    sql`SELECT id FROM debit_collections WHERE batch_id = ${record._id} AND state NOT IN ('pending', 'withdrawn') LIMIT 1`,
    { id: 'uuid' },
  )
  if (answered) throw conflict('O banco já respondeu a esta remessa.')
  await changeFields(call, { state: 'created', sentAt: null, fileMadeAt: null })
  await changeMandates(call, { ids: await singleMandates(db, record._id), from: ['used'], to: 'active' })
  return undefined
}

async function singleMandates(db: Querying, batchId: string): Promise<string[]> {
  const rows = await many(
    db,
    sql`SELECT mandate_id AS id FROM debit_collections WHERE batch_id = ${batchId} AND sequence = 'OOFF' AND state <> 'withdrawn'`,
    { id: 'uuid' },
  )
  return rows.map(({ id }) => id)
}

/** Action: registers the payments at once instead of waiting for the job. Throws 409 before the collection date. */
export async function bookBatchNow(call: ActionCall<typeof debitBatches, 'book'>): Promise<undefined> {
  const { record, today } = call
  const day = record.collectionDate
  if (day > today)
    throw conflict(`A cobrança é em ${formatDate(day)}: antes disso o dinheiro ainda não entrou.`)
  await changeFields(call, { state: 'queued' })
  await scheduleBooking(call, record._id, day)
  return undefined
}

/** Action: cancels a batch that was not sent. Its charges are free again. */
export async function cancelBatch(call: ActionCall<typeof debitBatches, 'cancel'>): Promise<undefined> {
  const { db, record, input, changes } = call
  await freeCharges(db, sql`u.batch_id = ${record._id}::uuid`)
  const rows = await many(
    db,
    sql`UPDATE debit_collections SET state = 'cancelled', ${raiseVersion()} WHERE batch_id = ${record._id} AND state = 'pending' RETURNING id, version`,
    idAndVersion,
  )
  changes.push(...changesOf('debitCollections', 'updated', rows))
  await changeFields(call, { state: 'cancelled', cancelReason: input.reason })
  return undefined
}

/** Action of a debit: writes the notice of it to who pays. Throws 409 when the message is disabled. */
export async function notifyDebtor(call: ActionCall<typeof debitCollections, 'notify'>): Promise<undefined> {
  const { db, record, world } = call
  const { creditor, state } = await one(
    db,
    sql`SELECT creditor, state FROM debit_batches WHERE id = ${record.batchId}`,
    { creditor: jsonOf<Creditor>(), state: 'text' },
  )
  if (state === 'cancelled') throw conflict('A remessa foi anulada.')
  const { amount } = await one(db, sql`SELECT amount FROM debit_collections WHERE id = ${record._id}`, {
    amount: 'cents',
  })
  const id = await announce(call, {
    event: 'debitAnnounced',
    to: { personId: record.personId },
    values: {
      descricao: await describe(db, record._id),
      valor: formatAmount(amount satisfies Cents),
      data: formatDateLong(record.collectionDate),
      autorizacao: record.mandateReference,
      credor: creditor.creditorId,
      conta: maskIban(String(record.iban)),
    },
    about: { resource: 'debitCollections', id: record._id },
  })
  if (id === undefined)
    throw conflict('A mensagem «Aviso de débito direto» está desligada na configuração das mensagens.')
  call.changes.push({ resource: 'messages', action: 'created', id, version: 1 })
  await changeFields(call, { noticedAt: world.clock().toISOString() })
  return undefined
}

/** What a debit pays, in words. */
async function describe(db: Querying, collectionId: string): Promise<string> {
  const row = await maybeOne(
    db,
    sql`SELECT string_agg(c.description, ', ' ORDER BY c.due_date, c.id) AS text FROM debit_charges d
      JOIN unsettled_payments c ON c.id = d.unsettled_payment_id WHERE d.collection_id = ${collectionId}`,
    { text: 'text?' },
  )
  return row?.text ?? ''
}
