import { formatAmount } from '@agremia/resources/rules/amount.ts'
import type { Sql } from '../database/sql.ts'
import { exists, literals, many, prepared, raiseVersion, raw, sql } from '../database/sql.ts'
import { conflict } from '../errors.ts'
import { changeFields } from '../rest/change-fields.ts'
import { changesOf, idAndVersion } from '../rest/changes.ts'
import { toJson } from '../rest/codec.ts'
import { euros } from '../rest/euros.ts'
import type { ActionCall, Context, HookContext, Hooks } from '../rest/modules.ts'
import type { ComputedColumn } from '../rest/plan.ts'
import { numberInYear } from './counters.ts'
import type { treasuryDocs } from '@agremia/resources/definitions/treasury-docs.ts'

/** The transactions that settle a document; amounts in euros. */
export const transactionsColumn: ComputedColumn = {
  sql: (
    alias,
  ) => sql`(SELECT coalesce(json_agg(json_build_object('_id', x.id, 'number', x.number, 'date', x.date, 'description', x.description,
      'kind', x.kind, 'amount', ${euros('x.amount')}) ORDER BY x.date, x.id), '[]')
    FROM transactions x WHERE x.document_ids @> ARRAY[${raw(alias)}.id::text] AND x.status = 'registered')`,
  toJson: toJson.json,
  shape: [{ _id: 'uuid', number: 'text', date: 'day', description: 'text', kind: 'text', amount: 'euros' }],
}

export const hasTransactionColumn: ComputedColumn = {
  sql: (alias) =>
    sql`EXISTS (SELECT FROM transactions x WHERE x.document_ids @> ARRAY[${raw(alias)}.id::text] AND x.status = 'registered')`,
  toJson: toJson.boolean,
}

const signOf = sql`CASE WHEN (d.direction = 'issued') = (d.type = 'creditNote') THEN 1 ELSE -1 END`
/** SQL: what is left to pay of a document `d`; negative when the money comes to the organisation, as by a credit note of a supplier. */
export const leftToPay = sql`${signOf} * (d.total_amount - d.paid_amount)`

/** Types of documents that nothing settles, and of those that are paid when they are issued. */
const filedTypes = ['quote', 'contract', 'statement', 'minutes', 'proof']
const paidTypes = ['invoiceReceipt', 'simplifiedInvoice', 'receipt', 'slip']

/** SQL of the documents received until a past day that were not settled on it, with `amount` left to pay. As `refreshDocuments` settles them. */
export const leftToPayOn = (day: string): Sql => sql`
  WITH settled AS (SELECT document_id AS id, sum(amount)::bigint AS amount FROM documents_settled_on(${day}::date) GROUP BY 1)
  SELECT ${signOf} * (d.total_amount - coalesce(s.amount, 0)) AS amount FROM treasury_docs d LEFT JOIN settled s USING (id)
  WHERE d.direction = 'received' AND d.counts_from <= ${day}::date AND d.total_amount > coalesce(s.amount, 0)
    AND (d.status <> 'cancelled' OR d.cancelled_on > ${day}::date AND lisbon_day(d.created_at) <= ${day}::date)
    AND d.type NOT IN (${literals([...filedTypes, ...paidTypes])})`

export const documentHooks: Hooks<typeof treasuryDocs> = {
  async validate(context) {
    const { merged } = context
    const { netAmount, vatAmount, totalAmount, externalEntityId, memberId } = merged
    const errors: Record<string, string[]> = {}
    const sum = Number(netAmount ?? 0) + Number(vatAmount ?? 0)
    if (netAmount != null && vatAmount != null && totalAmount != null && sum !== totalAmount)
      errors['totalAmount'] = [`A base e o IVA somam ${formatAmount(sum)}: corrija um dos três valores.`]
    if (externalEntityId != null && memberId != null)
      errors['memberId'] = ['Indique a entidade ou a pessoa, não as duas.']
    if (context.before?.status === 'cancelled')
      for (const name of Object.keys(context.values)) errors[name] = ['Este documento está anulado.']
    const twin = await findTwin(context)
    return { errors, ...(twin !== undefined && { warnings: { externalNumber: [twin] } }) }
  },
  async beforeSave(context) {
    const { before, set, merged } = context
    const { netAmount, vatAmount, totalAmount } = merged
    if (totalAmount == null && netAmount != null)
      set({ totalAmount: Number(netAmount) + Number(vatAmount ?? 0) })
    set(await numberInYear(context, 'documents', { before: before?.date, date: merged.date }))
  },
  async afterSave(context) {
    await refreshDocuments(context, [context.id])
  },
}

/** The warning of a document that is there already: the same number of the same entity, or the same ATCUD. */
async function findTwin({
  db,
  id,
  merged,
  before,
}: HookContext<typeof treasuryDocs>): Promise<string | undefined> {
  const { externalNumber, externalEntityId, atcud } = merged
  if (before || (externalNumber == null && atcud == null)) return undefined
  const [twin] = await many(
    db,
    sql`SELECT number FROM treasury_docs WHERE id <> ${id} AND status <> 'cancelled' AND (atcud = ${atcud ?? null}
        OR (external_number = ${externalNumber ?? null} AND external_entity_id = ${externalEntityId ?? null}::uuid)) ORDER BY date, id LIMIT 1`,
    { number: 'text' },
  )
  return twin && `Já existe um documento com este número: ${twin.number}. Confirme que não é o mesmo.`
}

/**
 * Recomputes the paid amount and the status of documents from the transactions that name them, with all documents that these transactions
 * join, directly or through others. A transaction settles its documents in their order in it, each up to its total, and what earlier
 * transactions left open.
 */
export async function refreshDocuments(
  { db, changes }: Pick<Context, 'db' | 'changes'>,
  ids: readonly string[],
): Promise<void> {
  const given = await many(
    db,
    prepared(sql`WITH RECURSIVE joined AS (
        SELECT unnest(${ids}::text[]) AS id
        UNION SELECT named.id FROM joined j JOIN transactions x ON x.document_ids @> ARRAY[j.id] AND x.status = 'registered'
          CROSS JOIN unnest(x.document_ids) AS named (id))
      SELECT d.id, d.total_amount AS total FROM treasury_docs d WHERE d.id = ANY(ARRAY(SELECT id::uuid FROM joined))
      ORDER BY d.id FOR NO KEY UPDATE`),
    { id: 'uuid', total: 'cents?' },
  )
  const open = new Map(given.map(({ id, total }) => [id, Number(total ?? 0)]))
  const settling = await many(
    db,
    prepared(sql`SELECT abs(x.amount) AS amount, x.document_ids AS "documentIds" FROM transactions x
      WHERE x.document_ids && ${[...open.keys()]}::text[] AND x.status = 'registered' ORDER BY x.date, x.id`),
    { amount: 'cents', documentIds: 'text[]' },
  )
  for (const { amount, documentIds } of settling) {
    let left: number = amount
    for (const id of documentIds) {
      const paid = Math.min(left, open.get(id) ?? 0)
      left -= paid
      if (open.has(id)) open.set(id, (open.get(id) ?? 0) - paid)
    }
  }
  const paid = given.map(({ id, total }) => ({ id, paid: Number(total ?? 0) - (open.get(id) ?? 0) }))
  const rows = await many(
    db,
    prepared(sql`WITH computed AS (
        SELECT d.id, p.paid, CASE WHEN d.status = 'cancelled' THEN 'cancelled'
          WHEN coalesce(d.total_amount, 0) = 0 OR d.type IN (${literals(filedTypes)}) THEN 'filed'
          WHEN p.paid >= d.total_amount OR d.type IN (${literals(paidTypes)}) THEN 'paid'
          WHEN p.paid > 0 THEN 'partial' ELSE 'unpaid' END AS status
        FROM treasury_docs d JOIN jsonb_to_recordset(${JSON.stringify(paid)}) AS p (id uuid, paid bigint) ON p.id = d.id)
      UPDATE treasury_docs d SET paid_amount = c.paid, status = c.status, ${raiseVersion('d')}
      FROM computed c WHERE c.id = d.id AND (d.paid_amount, d.status) IS DISTINCT FROM (c.paid, c.status) RETURNING d.id, d.version`),
    idAndVersion,
  )
  changes.push(...changesOf('treasuryDocs', 'updated', rows))
}

/** Cancels a document. Throws 409 when transactions name it. */
export async function cancelDocument(call: ActionCall<typeof treasuryDocs, 'cancel'>): Promise<undefined> {
  const { db, record, input } = call
  const isUsed = sql`SELECT FROM transactions x WHERE x.document_ids @> ARRAY[${record._id}] AND x.status = 'registered'`
  if (await exists(db, isUsed))
    throw conflict('Este documento está numa transação: retire-o primeiro da transação.')
  await changeFields(call, { status: 'cancelled', cancelReason: input.reason })
  return undefined
}
