import { staffWriters } from '@agremia/resources/access.ts'
import type { TaxCode } from '@agremia/resources/rules/tax-qr.ts'
import { readTaxCode } from '@agremia/resources/rules/tax-qr.ts'
import { toEuros } from '@agremia/resources/rules/amount.ts'
import { described } from '@agremia/resources/json-shape.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { advisoryLocks } from '../database/advisory-locks.ts'
import { execute, maybeOne, sql } from '../database/sql.ts'
import type { DocumentOutcome, ReceivedDocument } from '../files/received-documents.ts'
import { acceptDocuments, receiveDocuments } from '../files/received-documents.ts'
import { storeRecordFile } from '../record-files/index.ts'
import type { Api } from '../rest/api.ts'
import { data, uploadOf, route } from '../rest/api.ts'
import type { Change } from '../rest/change.ts'
import { writeInTransaction } from '../rest/changes.ts'
import { planOf } from '../rest/modules.ts'
import { callerOf, createContext, nameChanges } from '../rest/write-request.ts'
import { requireAccess } from '../rest/scope.ts'
import { checkRecord, saveRecord } from '../rest/write.ts'
import type { Context, World } from '../rest/modules.ts'

const resultShape = {
  name: 'text',
  result: described('`created`, `existing` (o mesmo ficheiro já cá estava) ou `refused`.', 'text'),
  treasuryDocId: 'uuid?',
  number: 'text?',
  hasTaxCode: described('Se o código QR fiscal preencheu o documento.', 'boolean'),
  message: described('Porque foi recusado, ou o que há a confirmar.', 'text?'),
} as const

const api: Api = {
  name: 'createPdfDocuments',
  summary: 'Enviar documentos da tesouraria',
  description:
    'Cada PDF ou fotografia (JPEG, PNG ou WebP) torna-se um documento, preenchido pelo código QR fiscal quando o tem. O mesmo ficheiro enviado outra vez responde com o documento que já existe.',
  tag: 'Documentos',
  body: uploadOf({}),
  answers: { 201: data([resultShape]), 200: data([resultShape]) },
  refuses: [422],
}

/** `POST /pdf_documents`: a form with one or more files. */
export async function receivePdfDocuments(app: FastifyInstance, world: World): Promise<void> {
  await acceptDocuments(app)
  app.post('/pdf_documents', route(api, 'treasury_docs:write'), async (request, reply) => {
    requireAccess(staffWriters(request.caller), request.caller)
    const changes: Change[] = []
    const outcomes = await receiveDocuments(world, request, async (document) => {
      const filed = await fileDocument(world, request, document)
      changes.push(...filed.changes)
      return filed.result
    })
    nameChanges(reply, changes)
    const [first] = outcomes
    if (outcomes.length === 1 && first && 'refusal' in first) throw first.refusal
    const results = outcomes.map(asResult)
    const hasNew = results.some(({ result }) => result === 'created')
    return reply.code(hasNew ? 201 : 200).send({ data: results })
  })
}

interface Filed {
  result: 'created' | 'existing'
  treasuryDocId: string
  number: string
  hasTaxCode: boolean
  message: string | null
}

function asResult(outcome: DocumentOutcome<Filed>) {
  const { name } = outcome
  if ('result' in outcome) return { name, ...outcome.result }
  const { message } = outcome.refusal
  return { name, result: 'refused' as const, treasuryDocId: null, number: null, hasTaxCode: false, message }
}

/** Makes a document of a file, unless the same file is that of one. */
async function fileDocument(
  world: World,
  request: FastifyRequest,
  document: ReceivedDocument,
): Promise<{ result: Filed; changes: Change[] }> {
  const { path, mediaType } = document
  const { codes } = {
    codes: [],
    ...(await world.decoder.run({ kind: 'codes', path, mediaType }, { first: true })),
  }
  const [code] = codes.flatMap((text: string) => {
    const read = readTaxCode(text)
    return read ? [{ text, ...read }] : []
  })
  return storeRecordFile(world, document, async (file) =>
    writeInTransaction(world, async (tx, changes) => {
      const writing = { ...(await createContext(world, tx, callerOf(request))), changes }
      const hasTaxCode = code !== undefined
      const existing = await findSame(writing, document.sha256)
      if (existing) return { result: { ...existing, result: 'existing', hasTaxCode, message: null }, changes }
      const unread = unreadFields(document, writing.today)
      const { input, doubt } = code ? await readFields(writing, code, unread) : { input: unread, doubt: null }
      const made = await saveRecord(writing, planOf(world, 'treasuryDocs'), {
        id: null,
        input,
        mode: 'create',
      })
      await file.insert(writing, {
        input: { treasuryDocId: made._id },
        values: { taxCode: code?.text ?? null },
      })
      const number = String(made['number'])
      const result = {
        result: 'created',
        treasuryDocId: made._id,
        number,
        hasTaxCode,
        message: doubt,
      } as const
      return { result, changes }
    }),
  )
}

/** The document with the same file. Uploads of equal files wait for each other. */
async function findSame({ db }: Context, sha256: string) {
  const half = Buffer.from(sha256, 'hex').readInt32BE()
  await execute(db, sql`SELECT pg_advisory_xact_lock(${advisoryLocks.documentUploads}, ${half})`)
  return maybeOne(
    db,
    sql`SELECT d.id AS "treasuryDocId", d.number FROM record_files f JOIN treasury_docs d ON d.id = f.treasury_doc_id
        WHERE f.sha256 = ${sha256} AND d.status <> 'cancelled' ORDER BY f.created_at, f.id LIMIT 1`,
    { treasuryDocId: 'uuid', number: 'text' },
  )
}

/** What a person should confirm: another file of the same invoice, or one that its issuer cancelled. */
async function findDoubt({ db }: Context, code: TaxCode): Promise<string | null> {
  if (code.isCancelled) return 'Quem emitiu este documento anulou-o.'
  if (code.atcud === null) return null
  const twin = await maybeOne(
    db,
    sql`SELECT number FROM treasury_docs WHERE atcud = ${code.atcud} AND external_number = ${code.number} AND status <> 'cancelled'
        ORDER BY date, id LIMIT 1`,
    { number: 'text' },
  )
  return twin ? `Já existe o documento ${twin.number} com este número. Confirme que não é o mesmo.` : null
}

/** The fields of a code, without those that a document may not have, such as a date after today; and what a person should confirm. */
async function readFields(
  writing: Context,
  code: TaxCode,
  unread: Record<string, unknown>,
): Promise<{ input: Record<string, unknown>; doubt: string | null }> {
  const plan = planOf(writing.world, 'treasuryDocs')
  const fields = await fieldsOf(writing, code)
  const { errors } = await checkRecord(writing, plan, { input: fields, before: null, mode: 'create' })
  const wrong = Object.values(errors).flat()
  const right = Object.fromEntries(Object.entries(fields).filter(([name]) => !(name in errors)))
  const doubts = [
    await findDoubt(writing, code),
    wrong.length > 0 ? `No código QR: ${wrong.join(' ')} Confirme o documento.` : null,
  ]
  return {
    input: { ...unread, ...right },
    doubt: doubts.filter((doubt) => doubt !== null).join(' ') || null,
  }
}

async function fieldsOf({ db, settings }: Context, code: TaxCode): Promise<Record<string, unknown>> {
  const isIssued = code.issuerNif === settings.organisationNif
  const other = isIssued ? code.buyerNif : code.issuerNif
  const entity = await maybeOne(db, sql`SELECT id, name FROM external_entities WHERE nif = ${other}`, {
    id: 'uuid',
    name: 'text',
  })
  return {
    direction: isIssued ? 'issued' : 'received',
    type: code.type,
    description: entity?.name ?? (other === null ? code.number : `NIF ${other}`),
    date: code.date,
    externalNumber: code.number,
    atcud: code.atcud,
    netAmount: toEuros(code.net),
    vatAmount: toEuros(code.taxes),
    totalAmount: toEuros(code.total),
    externalEntityId: entity?.id ?? null,
  }
}

/** The fields of a document without a tax code, which a person completes. */
function unreadFields({ name }: ReceivedDocument, today: string): Record<string, unknown> {
  return { type: 'other', description: name.replace(/\.[a-z0-9]{1,5}$/i, ''), date: today }
}
