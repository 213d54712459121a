import type { Caller, ConfidentialKind } from '@agremia/resources/access.ts'
import type { Querying } from '../database/querying.ts'
import { jsonOf, many, maybeOne, nullable, sql, textOf } from '../database/sql.ts'
import { ApiError, notFound } from '../errors.ts'
import { documentLink } from '../pdf/index.ts'
import { rejectProtected } from '../protected.ts'
import type { DebtorAddress } from './candidates.ts'
import type { Debit, PainVersion } from './pain008.ts'
import { messageIdOf, writePain008 } from './pain008.ts'
import type { Creditor } from './readiness.ts'
import type { Context } from '../rest/modules.ts'

/** A link to the file of a batch. */
export function fileLink(world: Context['world'], id: string): Promise<string> {
  return documentLink(world, '/debit_files', { id, variant: 'pain008' })
}

/** Throws 403 when a setting hides IBAN, or `more`, from the caller: files for the bank and forms of mandates have them. */
export function rejectHidden({ hidden }: Caller, more?: ConfidentialKind): void {
  if (hidden?.some((kind) => kind === 'iban' || kind === more))
    throw new ApiError(
      403,
      'A organização oculta o IBAN ou o NIF dos editores: peça isto a um administrador.',
    )
}

/** Throws 403 when the file of a batch has data that are hidden from the caller. */
export async function rejectHiddenDebits(db: Querying, caller: Caller, id: string): Promise<void> {
  rejectHidden(caller)
  await rejectProtected(db, caller, sql`SELECT member_id FROM debit_collections WHERE batch_id = ${id}`)
}

/** The file of a batch as it was made: the same bytes whenever it is read. Throws 404 without one. */
export async function readFile(pool: Querying, id: string): Promise<{ name: string; xml: string }> {
  const batch = await maybeOne(
    pool,
    sql`SELECT number, file_made_at AS "createdAt", collection_date AS "collectionDate", creditor, pain_version AS version FROM debit_batches
      WHERE id = ${id} AND file_made_at IS NOT NULL`,
    {
      number: 'text',
      createdAt: 'moment',
      collectionDate: 'day',
      creditor: jsonOf<Creditor>(),
      version: textOf<PainVersion>(),
    },
  )
  if (!batch) throw notFound()
  const debits = await many(
    pool,
    sql`SELECT id, amount, sequence, mandate_reference AS "mandateReference", debtor_name AS "debtorName", iban, signed_on AS "signedOn",
        original_iban AS "originalIban", debtor_address AS address, remittance
      FROM debit_collections WHERE batch_id = ${id} AND state <> 'withdrawn' ORDER BY id`,
    {
      id: 'uuid',
      amount: 'cents',
      sequence: textOf<Debit['sequence']>(),
      mandateReference: 'text',
      debtorName: 'text',
      iban: 'text',
      signedOn: 'day',
      originalIban: 'text?',
      address: nullable(jsonOf<DebtorAddress>()),
      remittance: 'text',
    },
  )
  return { name: messageIdOf(batch.number), xml: writePain008({ ...batch, debits }) }
}
