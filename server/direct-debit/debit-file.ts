import { buffer } from 'node:stream/consumers'
import type { Caller, ConfidentialKind } from '@agremia/resources/access.ts'
import type { Querying } from '../database/querying.ts'
import { jsonOf, many, maybeOne, nullable, sql, textOf } from '../database/sql.ts'
import { ApiError, conflict, notFound } from '../errors.ts'
import { contentOf } from '../files/zip-stream.ts'
import { documentLink } from '../pdf/index.ts'
import { rejectProtected } from '../protected.ts'
import { ZipFile } from 'yazl'
import type { DebtorAddress } from './candidates.ts'
import { pain008Problems } from './check-pain008.ts'
import type { Debit, PainVersion } from './pain008.ts'
import { groupsOf, messageIdOf, writePain008 } from './pain008.ts'
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

/** A file for the bank. */
interface DebitDocument {
  name: string
  xml: string
}

/** The files of a batch as they were made, one or one of each type of debit: the same bytes whenever they are read. Throws 404 without one. */
export async function readFiles(pool: Querying, id: string): Promise<{ files: DebitDocument[] } & FileHead> {
  const batch = await maybeOne(
    pool,
    sql`SELECT number, file_made_at AS "createdAt", collection_date AS "collectionDate", creditor, pain_version AS version, is_split AS "isSplit"
      FROM debit_batches WHERE id = ${id} AND file_made_at IS NOT NULL`,
    {
      number: 'text',
      createdAt: 'moment',
      collectionDate: 'day',
      creditor: jsonOf<Creditor>(),
      version: textOf<PainVersion>(),
      isSplit: 'boolean',
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
  const { number, isSplit, version, createdAt } = batch
  const fileOf = (messageId: string, own: readonly Debit[]): DebitDocument => ({
    name: `${messageId}.xml`,
    xml: writePain008({ ...batch, messageId, debits: own }),
  })
  return {
    version,
    createdAt,
    name: messageIdOf(number),
    files: isSplit
      ? groupsOf(debits).map(({ sequence, own }) => fileOf(messageIdOf(number, sequence), own))
      : [fileOf(messageIdOf(number), debits)],
  }
}

/** What all files of a batch have in common. */
interface FileHead {
  name: string
  version: PainVersion
  createdAt: string
}

/** The download of a batch: its file, or an archive of several. */
export async function readDownload(
  pool: Querying,
  id: string,
): Promise<{ name: string; type: string; content: Buffer }> {
  const { files, name, createdAt } = await readFiles(pool, id)
  const [first] = files
  if (first && files.length === 1)
    return { name: first.name, type: 'application/xml; charset=utf-8', content: Buffer.from(first.xml) }
  const zip = new ZipFile()
  for (const file of files) zip.addBuffer(Buffer.from(file.xml), file.name, { mtime: new Date(createdAt) })
  zip.end()
  return { name: `${name}.zip`, type: 'application/zip', content: await buffer(contentOf(zip)) }
}

/** Problems of a file that are told. */
const maxTold = 3

/** Checks the files of a batch that were just made. Throws 409 when a bank would refuse one. */
export async function rejectWrongFiles(db: Querying, id: string): Promise<void> {
  const { files, version } = await readFiles(db, id)
  const problems = files.flatMap(({ xml }) => pain008Problems(xml, version))
  if (problems.length > 0)
    throw conflict(
      `O ficheiro não segue as regras da SEPA e não foi feito: ${problems.slice(0, maxTold).join(' ')} Corrija estes dados, ou peça ajuda a quem cuida da instalação.`,
    )
}
