import { formatAmount } from '@agremia/resources/rules/amount.ts'
import { capitalise, uncapitalise } from '@agremia/resources/letter-case.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import type { Querying } from '../database/querying.ts'
import type { RowOf } from '../database/sql.ts'
import { execute, many, one, raiseVersion, sql, textOf } from '../database/sql.ts'
import { recordAudit } from '../rest/audit.ts'
import { changesOf, idAndVersion } from '../rest/changes.ts'
import type { ActionCall, Context } from '../rest/modules.ts'
import type { LeavingReason } from './candidates.ts'
import { candidatesSql, findIncluded, leavingReasons } from './candidates.ts'
import type { DebitValues } from './debit-values.ts'
import { debitColumns, debitOf, debitShape, sealedDebit } from './debit-values.ts'

/** A debit whose stored values differ from the current ones. */
export interface ChangedDebit {
  id: string
  name: string
  /** Changes with their reasons. */
  text: string
  /** Current value; null: the debit leaves the batch. */
  debit: DebitValues | null
}

type Stored = RowOf<typeof storedShape>
const storedShape = { id: 'uuid', memberId: 'uuid', name: 'text', ...debitShape } as const

/** The debits of an unsent batch whose stored values differ from the current ones. Writes nothing. */
export async function findChanges(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  batchId: string,
): Promise<ChangedDebit[]> {
  const batch = await one(
    db,
    sql`SELECT due_until AS "dueUntil", collection_date AS "collectionDate" FROM debit_batches WHERE id = ${batchId}`,
    { dueUntil: 'day', collectionDate: 'day' },
  )
  const selection = { ...batch, categoryIds: [], memberIds: [], batchId }
  const stored = await many(
    db,
    sql`SELECT u.id, u.member_id AS "memberId", m.label AS name, u.mandate_id AS "mandateId", u.mandate_reference AS reference, u.debtor_name AS "debtorName",
        u.iban, u.signed_on AS "signedOn", u.sequence, u.original_iban AS "originalIban", u.amount, u.remittance, u.debtor_address AS address,
        array_agg(d.unsettled_payment_id ORDER BY c.due_date, c.id) AS "chargeIds", array_agg(d.amount ORDER BY c.due_date, c.id) AS amounts
      FROM debit_collections u JOIN members m ON m.id = u.member_id JOIN debit_charges d ON d.collection_id = u.id
      JOIN unsettled_payments c ON c.id = d.unsettled_payment_id
      WHERE u.batch_id = ${batchId} AND u.state = 'pending' GROUP BY u.id, m.id ORDER BY m.member_number`,
    storedShape,
  )
  const now = new Map(
    (await findIncluded(db, selection)).map((included) => [included.memberId, debitOf(included, settings)]),
  )
  const leaving = await many(
    db,
    sql`WITH ${candidatesSql(selection)}
      SELECT member_id AS "memberId", reason, descriptions FROM candidates WHERE reason IS NOT NULL ORDER BY member_id, reason`,
    { memberId: 'uuid', reason: textOf<LeavingReason>(), descriptions: 'text[]' },
  )
  return stored.flatMap((one) => {
    const debit = now.get(one.memberId) ?? null
    const left = leaving.filter(({ memberId }) => memberId === one.memberId)
    const text = debit
      ? differences(one, debit, left)
      : `Saiu: ${[...new Set(left.map(({ reason }) => uncapitalise(leavingReasons[reason])))].join(', ')}.`
    return text === '' ? [] : [{ id: one.id, name: one.name, text, debit }]
  })
}

/** Changes of a debit that stays in the batch; may be empty. */
function differences(
  before: Stored,
  after: DebitValues,
  left: readonly { reason: LeavingReason; descriptions: string[] }[],
): string {
  const changes: [isChanged: boolean, text: string][] = [
    [
      before.amount !== after.amount,
      `${formatAmount(after.amount)} em vez de ${formatAmount(before.amount)}${left
        .map(
          ({ reason, descriptions }) =>
            ` (${descriptions.join(', ')}: ${uncapitalise(leavingReasons[reason])})`,
        )
        .join('')}`,
    ],
    [before.mandateId !== after.mandateId, `autorização ${after.reference} em vez de ${before.reference}`],
    [before.iban !== after.iban, 'outro IBAN'],
    [before.debtorName !== after.debtorName, `titular ${after.debtorName}`],
    [JSON.stringify(before.address) !== JSON.stringify(after.address), 'outra morada'],
    [
      before.signedOn !== after.signedOn ||
        before.sequence !== after.sequence ||
        before.originalIban !== after.originalIban ||
        before.remittance !== after.remittance ||
        before.chargeIds.join() !== after.chargeIds.join() ||
        before.amounts.join() !== after.amounts.join(),
      'outros dados',
    ],
  ]
  const said = changes.filter(([isChanged]) => isChanged).map(([, text]) => text)
  const told = said.length > 1 ? said.filter((text) => text !== 'outros dados') : said
  return told.length === 0 ? '' : `${capitalise(told.join('; '))}.`
}

/** Writes the changes into the debits of a batch. Needs the ledgers and the batch locked. */
export async function applyChanges(
  call: Pick<ActionCall, 'db' | 'changes' | 'caller' | 'address'>,
  batchId: string,
  changed: readonly ChangedDebit[],
): Promise<void> {
  if (changed.length === 0) return
  const { db, changes } = call
  const staying = changed.flatMap(({ id, text, debit }) =>
    debit ? [{ id, text, ...sealedDebit(debit, db) }] : [],
  )
  const leaving = changed.filter(({ debit }) => debit === null)
  const rows = [
    ...(await many(
      db,
      sql`UPDATE debit_collections u SET state = 'withdrawn', changed = ${said}, ${raiseVersion('u')}
        FROM jsonb_to_recordset(${JSON.stringify(leaving.map(({ id, text }) => ({ id, text })))}) AS x (id uuid, text text)
        WHERE u.id = x.id AND u.batch_id = ${batchId} RETURNING u.id, u.version`,
      idAndVersion,
    )),
    ...(await many(
      db,
      sql`UPDATE debit_collections u SET mandate_id = x."mandateId", mandate_reference = x.reference, debtor_name = x."debtorName", iban = x.iban,
          signed_on = x."signedOn", sequence = x.sequence, original_iban = x."originalIban", amount = x.amount, remittance = x.remittance,
          debtor_address = x.address, changed = ${said}, ${raiseVersion('u')}
        FROM jsonb_to_recordset(${JSON.stringify(staying)}) AS x (id uuid, text text, ${debitColumns})
        WHERE u.id = x.id AND u.batch_id = ${batchId} RETURNING u.id, u.version`,
      idAndVersion,
    )),
  ]
  // Charges that leave a debit are free again.
  await execute(
    db,
    sql`UPDATE debit_charges d SET is_open = false FROM debit_collections u
      WHERE u.id = d.collection_id AND u.batch_id = ${batchId} AND u.state = 'withdrawn' AND d.is_open`,
  )
  await execute(
    db,
    sql`WITH x AS (SELECT x.id, c.charge, c.amount FROM jsonb_to_recordset(${JSON.stringify(staying)}) AS x (id uuid, "chargeIds" uuid[], amounts bigint[]),
          unnest(x."chargeIds", x.amounts) AS c (charge, amount)),
        gone AS (DELETE FROM debit_charges d WHERE d.collection_id IN (SELECT id FROM x)
          AND NOT EXISTS (SELECT FROM x WHERE x.id = d.collection_id AND x.charge = d.unsettled_payment_id))
      UPDATE debit_charges d SET amount = x.amount FROM x WHERE d.collection_id = x.id AND d.unsettled_payment_id = x.charge AND d.amount <> x.amount`,
  )
  changes.push(...changesOf('debitCollections', 'updated', rows))
  await recordAudit(
    call,
    changed.map(({ id, text }) => ({
      resource: 'debitCollections',
      id,
      action: 'updated',
      changes: [{ field: 'changed', from: null, to: text }],
    })),
  )
}

/** SQL: the stored and the new changes of a debit. */
const said = sql`left(concat_ws(' ', u.changed, x.text), 300)`

/** Stored changes of a batch since its creation. */
export function changesSoFar(db: Querying, batchId: string): Promise<{ name: string; text: string }[]> {
  return many(
    db,
    sql`SELECT m.label AS name, u.changed AS text FROM debit_collections u JOIN members m ON m.id = u.member_id
      WHERE u.batch_id = ${batchId} AND u.changed IS NOT NULL ORDER BY m.member_number`,
    { name: 'text', text: 'text' },
  )
}

/** At most so many changes are told one by one. */
const maxTold = 10

/** The changes as sentences, after a heading. */
export function saidOf(heading: string, changed: readonly { name: string; text: string }[]): string[] {
  if (changed.length === 0) return []
  const others = changed.length - Math.min(changed.length, maxTold)
  return [
    `${heading}:`,
    ...changed.slice(0, maxTold).map(({ name, text }) => `${name}: ${uncapitalise(text)}`),
    ...(others > 0 ? [`E mais ${counted(others, 'débito', 'débitos')}.`] : []),
  ]
}
