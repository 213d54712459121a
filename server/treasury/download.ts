import { createReadStream } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { staffReaders } from '@agremia/resources/access.ts'
import { isId } from '@agremia/resources/coerce.ts'
import { treasuryDocs } from '@agremia/resources/definitions/treasury-docs.ts'
import { either, mapOf, oneOf } from '@agremia/resources/json-shape.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { v7 as newId } from 'uuid'
import { ZipFile } from 'yazl'
import { execute, inline, jsonOf, many, maybeOne, sql } from '../database/sql.ts'
import type { Tx } from '../database/transaction.ts'
import { invalid, notFound } from '../errors.ts'
import { linkSeconds, signedUrl } from '../files/index.ts'
import { newTemporaryPath, safeName } from '../files/received-documents.ts'
import { fileNameParameter } from '../files/file-links.ts'
import { documentLimits } from '../limits.ts'
import { answerList } from '../rest/answer-list.ts'
import type { Api } from '../rest/api.ts'
import { componentRef, data, fileOf, linkQuery, linkShape, page } from '../rest/api.ts'
import { recordAudit } from '../rest/audit.ts'
import { exportEntry } from '../rest/audit-export.ts'
import { labelledRecords } from '../rest/chosen-records.ts'
import { planOf } from '../rest/modules.ts'
import { write } from '../rest/write-request.ts'
import { bodyOf } from '../rest/request.ts'
import { listParameters } from '../rest/resource-api.ts'
import { requireAccess } from '../rest/scope.ts'
import { sendWhole, spoolAnswer } from '../rest/whole-answers.ts'
import type { World } from '../rest/modules.ts'
import { contentOf } from '../files/zip-stream.ts'

const formats = ['zip', 'pdf'] as const
type Format = (typeof formats)[number]

/** A file as it is in an archive. */
interface ArchivedFile {
  id: string
  name: string
  mediaType: string
  bytes: number
}

const searchApi: Api = {
  name: 'searchTreasuryDocs',
  summary: 'Listar documentos escolhidos',
  description: 'A lista, com os seus parâmetros no endereço, só dos documentos com estes identificadores.',
  query: (context) => listParameters(treasuryDocs.name, context),
  body: { 'ids?': 'uuid[]' },
  answers: { 200: page(componentRef(treasuryDocs.name)) },
  refuses: [422],
}

const downloadApi: Api = {
  name: 'downloadTreasuryDocs',
  summary: 'Descarregar documentos num ZIP ou num só PDF',
  description: `Os escolhidos, ou os de uma pesquisa (query). Com inBlocks, em partes de ${documentLimits.inBlock} documentos. As ligações valem por pouco tempo.`,
  body: {
    'ids?': 'uuid[]',
    'query?': mapOf(either('text', 'text[]')),
    'inBlocks?': 'boolean',
    'as?': oneOf(formats),
  },
  answers: {
    201: data({
      blocks: [{ ...linkShape, name: 'text', documents: 'integer', files: 'integer', bytes: 'number' }],
    }),
  },
  idempotent: true,
}

const blockApi: Api = {
  name: 'readDownload',
  summary: 'Ler um ZIP ou PDF de documentos pela sua ligação assinada',
  tag: 'Documentos',
  params: { variant: 'text' },
  query: linkQuery,
  answers: { 200: fileOf('application/zip', 'application/pdf') },
}

interface BlockLink {
  Params: { id: string; variant: string }
  Querystring: { e?: string; s?: string }
}

const linkPath = '/document_downloads'

/** `POST /treasury_docs/search` and `/download`, and the signed links to what is downloaded. */
export function downloadRoutes(app: FastifyInstance, world: World): void {
  const reading = { scope: 'treasury_docs:read' }
  app.post('/treasury_docs/search', { config: { ...reading, api: searchApi } }, (request, reply) => {
    const { ids } = bodyOf(request)
    // Of the list's parameter `_id`, an address holds few.
    if (ids !== undefined) request.query = { ...(request.query as object), _id: idsOf(ids) }
    return answerList(world, planOf(world, treasuryDocs.name), request, reply, {})
  })
  app.post('/treasury_docs/download', { config: { ...reading, api: downloadApi } }, (request, reply) => {
    requireAccess(staffReaders(request.caller), request.caller)
    return answerDownload(world, request, reply)
  })
  const open = { config: { open: true, api: blockApi }, exposeHeadRoute: false }
  app.get<BlockLink>(`${linkPath}/:id/:variant`, open, (request, reply) => answerBlock(world, request, reply))
}

function idsOf(given: unknown): string[] {
  if (!Array.isArray(given) || given.length === 0)
    throw invalid({ ids: ['Escolha pelo menos um documento.'] })
  if (given.length > documentLimits.searched)
    throw invalid({ ids: [`No máximo ${documentLimits.searched} escolhidos um a um.`] })
  if (!given.every((id) => isId(id))) throw invalid({ ids: ['Há documentos escolhidos que não existem.'] })
  return given as string[]
}

async function answerDownload(world: World, request: FastifyRequest, reply: FastifyReply): Promise<string> {
  const { ids, query, inBlocks = false, as: format = 'zip', ...others } = bodyOf(request)
  for (const name of Object.keys(others)) throw invalid({ [name]: ['Este campo não existe.'] })
  if (!formats.includes(format as Format)) throw invalid({ as: ['Indique zip ou pdf.'] })
  if (typeof inBlocks !== 'boolean') throw invalid({ inBlocks: ['Indique true ou false.'] })
  const selection = ids === undefined ? { query } : { ids }
  return write(world, request, reply, async (writing) => {
    const { db, world, caller, today } = writing
    const documents = await filesOfDocuments(world, db, selection, { caller, today, field: 'ids' })
    if (documents.length === 0) throw invalid({ ids: ['Nenhum dos documentos escolhidos tem ficheiros.'] })
    const blocks = blocksOf(documents, { inBlocks, format: format as Format })
    const id = newId()
    await execute(
      db,
      sql`INSERT INTO document_downloads (id, format, blocks) VALUES (${id}, ${format}, ${JSON.stringify(blocks)})`,
    )
    const exported = {
      resource: treasuryDocs.name,
      title: 'Ficheiros dos documentos',
      format: String(format),
    }
    await recordAudit(writing, [exportEntry({ ...exported, lines: documents.length })])
    const link = (variant: string) =>
      signedUrl(world.keys.signing('documents'), { id, variant }, world.clock(), { path: `/api${linkPath}` })
    return {
      status: 201,
      data: {
        blocks: blocks.map(({ documents: count, files }, index) => ({
          url: link(`part${index + 1}`),
          name: blockName(blocks.length, index, format as Format),
          documents: count,
          files: files.length,
          bytes: bytesOf(files),
        })),
      },
    }
  })
}

function blockName(total: number, index: number, format: Format): string {
  return `Documentos${total > 1 ? ` ${index + 1} de ${total}` : ''}.${format}`
}

interface Block {
  documents: number
  files: ArchivedFile[]
}

const bytesOf = (files: readonly ArchivedFile[]) => files.reduce((sum, { bytes }) => sum + bytes, 0)

/** Blocks of at most `inBlock` documents; those of a PDF, which is merged in memory, also end at its size. */
function blocksOf(
  documents: readonly ArchivedFile[][],
  { inBlocks, format }: { inBlocks: boolean; format: Format },
): Block[] {
  const maxBytes = format === 'pdf' ? documentLimits.mergedMegabytes * 1024 * 1024 : Infinity
  const blocks: Block[] = []
  for (const files of documents) {
    const last = blocks.at(-1)
    const isFull = last && last.documents >= documentLimits.inBlock && inBlocks
    const isTooLarge = last && bytesOf(last.files) + bytesOf(files) > maxBytes
    if (last && !isFull && !isTooLarge) {
      last.files.push(...files)
      last.documents++
    } else blocks.push({ documents: 1, files: [...files] })
  }
  if (!inBlocks && blocks.length > 1)
    throw invalid({
      inBlocks: [`Num só PDF cabem ${documentLimits.mergedMegabytes} MB: descarregue em partes, ou em ZIP.`],
    })
  return blocks
}

/** The files of each document, in the order of the selection. Documents without files are left out. */
async function filesOfDocuments(
  world: World,
  db: Tx,
  selection: unknown,
  context: Parameters<typeof labelledRecords>[3],
): Promise<ArchivedFile[][]> {
  const chosen = labelledRecords(world, treasuryDocs.name, selection, context)
  const rows = await many(
    db,
    sql`SELECT c.place::int AS place, f.id, f.media_type AS "mediaType", f.bytes, concat_ws(' ', d.number, d.date::text, e.name) AS name
        FROM (${chosen}) c JOIN treasury_docs d ON d.id = c.record_id LEFT JOIN external_entities e ON e.id = d.external_entity_id
        JOIN record_files f ON f.treasury_doc_id = d.id ORDER BY c.place, f.created_at, f.id LIMIT ${inline(documentLimits.downloaded + 1)}`,
    { place: 'integer', id: 'uuid', mediaType: 'text', bytes: 'integer', name: 'text' },
  )
  if (rows.length > documentLimits.downloaded)
    throw invalid({
      ids: [`De cada vez descarregam-se até ${counted(documentLimits.downloaded, 'ficheiro', 'ficheiros')}.`],
    })
  return [...Map.groupBy(rows, ({ place }) => place).values()].map((files) =>
    files.map(({ id, mediaType, bytes, name }, index) => ({
      id,
      mediaType,
      bytes,
      name: safeName(
        `${name.replaceAll('/', '-')}${files.length > 1 ? ` (${index + 1})` : ''}.x`,
        mediaType === 'application/pdf' ? '.pdf' : '.jpg',
      ),
    })),
  )
}

async function answerBlock(
  world: World,
  request: FastifyRequest<BlockLink>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { id, variant } = request.params
  const place = { id, variant }
  if (!isId(id) || linkSeconds(world.keys.signing('documents'), place, request.query, world.clock()) === 0)
    throw notFound()
  const download = await maybeOne(
    world.database.pool,
    sql`SELECT format, blocks FROM document_downloads WHERE id = ${id}`,
    { format: 'text', blocks: jsonOf<Block[]>() },
  )
  const index = Number(variant.replace('part', '')) - 1
  const block = download?.blocks[index]
  if (!block) throw notFound()
  const format = download.format as Format
  const open = format === 'zip' ? () => zipOf(world, block.files) : () => pdfOf(world, block.files)
  return sendWhole(world, reply, {
    holder: { kind: 'link', id },
    open: async () => {
      const stream = await open()
      void reply
        .type(`application/${format}`)
        .header('cache-control', 'private, no-store')
        .header('x-content-type-options', 'nosniff')
        .header(
          'content-disposition',
          `attachment; ${fileNameParameter(blockName(download.blocks.length, index, format))}`,
        )
      return stream
    },
  })
}

/** An archive of the files, one open at a time. PDFs and JPEGs are not compressed again. */
function zipOf(world: World, files: readonly ArchivedFile[]): Promise<Readable> {
  return spoolAnswer(world, async () => {
    const zip = new ZipFile()
    const output = contentOf(zip)
    zip.on('error', (error: Error) => output.destroy(error))
    for (const { id, name, bytes } of files) {
      zip.addReadStreamLazy(name, { compress: false, size: bytes }, (give) => {
        openContent(world, id).then(
          (content) => {
            content.once('error', (error) => output.destroy(error))
            output.once('close', () => content.destroy())
            give(null, content)
          },
          (error: unknown) => give(error, Readable.from([])),
        )
      })
    }
    zip.end()
    return output
  })
}

async function openContent({ files }: World, id: string): Promise<Readable> {
  const content = await files.read(id, 'original')
  if (!content) throw new Error(`the content of file ${id} is missing`)
  return content
}

/** One PDF of the files, merged in the process that reads uploads. */
async function pdfOf(world: World, files: readonly ArchivedFile[]): Promise<Readable> {
  const paths: string[] = []
  const temporary = async () => {
    const path = await newTemporaryPath(world)
    paths.push(path)
    return path
  }
  const removeAll = () => Promise.all(paths.map((path) => rm(path, { force: true })))
  try {
    const sources: { path: string; mediaType: string }[] = []
    for (const { id, mediaType } of files) {
      const path = await temporary()
      await writeFile(path, await openContent(world, id))
      sources.push({ path, mediaType })
    }
    const target = await temporary()
    const outcome = await world.decoder.run({ kind: 'merge', files: sources, title: 'Documentos', target })
    if ('problem' in outcome)
      throw invalid({ as: ['Estes documentos não se conseguem juntar num PDF: descarregue-os em ZIP.'] })
    const stream = createReadStream(target)
    stream.once('close', () => void removeAll())
    return stream
  } catch (error) {
    await removeAll()
    throw error
  }
}

/** Deletes downloads whose links have expired. */
export async function deleteOldDownloads(db: Tx): Promise<void> {
  await execute(db, sql`DELETE FROM document_downloads WHERE created_at < now() - interval '1 day'`)
}
