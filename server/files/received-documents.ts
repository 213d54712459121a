import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fieldErrors } from '@agremia/resources/field-errors.ts'
import type { MultipartFile } from '@fastify/multipart'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError, invalid } from '../errors.ts'
import { documentLimits } from '../limits.ts'
import { holderOf } from '../turns.ts'
import type { InspectedPdf } from './inspect-pdf.ts'
import type { ImageUpload } from './uploads.ts'
import { decodeUpload, toApiError, uploadField } from './uploads.ts'
import type { World } from '../rest/modules.ts'

/** A checked PDF or photograph of paper, on this machine's disk while it is used. */
export interface ReceivedDocument {
  /** As its sender called it, without path. */
  name: string
  path: string
  /** Photographs are stored as JPEG: upright, at most 2400 pixels long, without metadata. */
  mediaType: 'application/pdf' | 'image/jpeg'
  /** SHA-256 of what was sent, in hexadecimal. */
  sha256: string
  pages: number
}

/** What became of one file of a request. */
export type DocumentOutcome<Result> = { name: string } & ({ result: Result } | { refusal: ApiError })

/** Values of the form besides its files. */
export type FormValues = Readonly<Record<string, string>>

/** Enables forms with documents for the routes of this scope. */
export async function acceptDocuments(scope: FastifyInstance): Promise<void> {
  // A file that is too large is refused by itself: others of its form are received.
  await scope.register(multipart, { throwFileSizeLimit: false })
}

/**
 * Receives the PDFs and photographs of a form, and when it is complete calls `use` for each, one after the other; a file that is refused does
 * not stop the others. Throws 400, 413, 415, 422 or 429 when the form cannot be received, and what `use` throws besides refusals, before it
 * returned something; afterwards each file has its outcome.
 */
export async function receiveDocuments<Result>(
  world: World,
  request: FastifyRequest,
  use: (document: ReceivedDocument) => Promise<Result>,
): Promise<DocumentOutcome<Result>[]> {
  return withTemporaryPaths(world, async (newPath) => {
    const received: DocumentOutcome<ReceivedDocument>[] = []
    await forEachFile(world, request, documents, async (part) => {
      const path = await newPath()
      const name = safeName(part.filename)
      received.push({ name, ...(await orRefusal(() => receiveOne(world, request, part, path))) })
    })
    const outcomes: DocumentOutcome<Result>[] = []
    for (const one of received) {
      if ('refusal' in one) outcomes.push(one)
      else {
        const isFirst = outcomes.every((outcome) => 'refusal' in outcome)
        const attempt = orRefusal(() => use(one.result))
        const outcome = await (isFirst
          ? attempt
          : attempt.catch((error: unknown) => failureOf(error, request)))
        outcomes.push({ name: one.name, ...outcome })
      }
    }
    return outcomes
  })
}

async function orRefusal<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result } | { refusal: ApiError }> {
  try {
    return { result: await work() }
  } catch (error) {
    if (!isRefusal(error)) throw error
    return { refusal: error }
  }
}

/** The outcome of a file that failed after others were stored. */
function failureOf(error: unknown, { log }: FastifyRequest): { refusal: ApiError } {
  if (error instanceof ApiError) return { refusal: error }
  log.error({ err: error }, 'a document of a form could not be stored')
  return {
    refusal: new ApiError(500, 'Não foi possível guardar este ficheiro. Envie-o de novo.', { cause: error }),
  }
}

/** Receives the only document of a form, and calls `use` when the form is complete. Throws also its refusal. */
export async function receiveDocument<Result>(
  world: World,
  request: FastifyRequest,
  use: (document: ReceivedDocument, values: FormValues) => Promise<Result>,
): Promise<Result> {
  return withTemporaryPaths(world, async (newPath) => {
    const path = await newPath()
    let document: ReceivedDocument | undefined
    const values = await forEachFile(world, request, { ...documents, files: 1 }, async (part) => {
      document = await receiveOne(world, request, part, path)
    })
    return use(document as ReceivedDocument, values)
  })
}

/** What a form may bring, and its words in messages. */
interface Expected {
  files: number
  megabytes: number
  /** Masculine. */
  noun: string
  /** The error of a form without a file. */
  missing: string
}

const documents: Expected = {
  files: documentLimits.files,
  megabytes: documentLimits.megabytes,
  noun: 'documento',
  missing: 'Escolha um PDF ou uma fotografia.',
}

/** Receives the only file of a form, of any format, on disk, and calls `use` when the form is complete. Throws 400, 413, 415, 422 or 429. */
export async function receiveFile<Result>(
  world: World,
  request: FastifyRequest,
  expected: Omit<Expected, 'files'>,
  use: (file: { name: string; path: string }, values: FormValues) => Promise<Result>,
): Promise<Result> {
  return withTemporaryPaths(world, async (newPath) => {
    const path = await newPath()
    let name = ''
    const values = await forEachFile(world, request, { ...expected, files: 1 }, async (part) => {
      name = safeName(part.filename)
      await writeUpload(part, path, expected)
    })
    return use({ name, path }, values)
  })
}

function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status < 500 && error.status !== 429
}

/** Reads a form, while it holds a turn. Returns its fields. Throws when it has no file. */
async function forEachFile(
  { turns }: World,
  request: FastifyRequest,
  { files, megabytes, noun, missing }: Expected,
  handle: (part: MultipartFile) => Promise<void>,
): Promise<FormValues> {
  const release = turns.uploads.take(holderOf(request))
  const values: Record<string, string> = {}
  let hasFile = false
  try {
    if (!request.isMultipart())
      throw new ApiError(415, `Envie cada ${noun} como ficheiro de um formulário (multipart/form-data).`)
    const limits = {
      fileSize: megabytes * 1024 * 1024,
      fieldSize: 2000,
      headerPairs: 50,
      files,
      parts: files + maxFields,
    }
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') values[part.fieldname] = String(part.value)
      else if (part.fieldname === uploadField) {
        hasFile = true
        await handle(part)
      } else {
        part.file.resume()
        throw invalid({ [part.fieldname.slice(0, 60)]: [fieldErrors.unknown] })
      }
    }
  } catch (error) {
    throw toApiError(error, {
      tooMany:
        files === 1
          ? `Envie um só ${noun} de cada vez.`
          : `Envie até ${files} ${noun}s de cada vez: não se guardou nenhum.`,
    })
  } finally {
    release()
  }
  if (!hasFile) throw invalid({ [uploadField]: [missing] })
  return values
}

const maxFields = 10

async function receiveOne(
  world: World,
  request: FastifyRequest,
  part: MultipartFile,
  path: string,
): Promise<ReceivedDocument> {
  const sha256 = await writeUpload(part, path, documents)
  const checked = await checkDocument(world, path, holderOf(request))
  const name = safeName(part.filename, checked.mediaType === 'image/jpeg' ? '.jpg' : '.pdf')
  return { name, path, sha256, ...checked }
}

/** Writes the file to disk and returns its hash. Throws 413 when it is too large, 422 when it is empty. */
async function writeUpload(
  { file }: MultipartFile,
  path: string,
  { megabytes, noun }: Pick<Expected, 'megabytes' | 'noun'>,
): Promise<string> {
  const hash = createHash('sha256')
  let bytes = 0
  await pipeline(
    file,
    async function* (parts: AsyncIterable<Buffer>) {
      for await (const part of parts) {
        hash.update(part)
        bytes += part.length
        yield part
      }
    },
    createWriteStream(path, { mode: 0o600 }),
  )
  if (file.truncated) throw refused(413, `O ${noun} é demasiado grande: pode ter até ${megabytes} MB.`)
  if (bytes === 0) throw refused(422, 'O ficheiro está vazio. Escolha outro.')
  return hash.digest('hex')
}

/** Formats and size of photographed documents, large enough to be read. */
const documentImage: ImageUpload = {
  noun: 'imagem',
  formatMessage:
    'Este ficheiro não é um documento que se possa guardar. Envie um PDF, ou uma fotografia JPEG, PNG ou WebP.',
  order: {
    formats: ['jpeg', 'png', 'webp'],
    minPixels: 32,
    maxElongation: 20,
    maxSide: 2400,
    sizes: { original: { format: 'jpeg', quality: 82 } },
  },
}

async function checkDocument(
  world: World,
  path: string,
  holder: ReturnType<typeof holderOf>,
): Promise<Pick<ReceivedDocument, 'mediaType' | 'pages'>> {
  if (await isPdf(path)) return { mediaType: 'application/pdf', ...(await checkPdf(world, path, holder)) }
  const { contents } = await decodeUpload(world, path, { upload: documentImage, holder })
  await writeFile(path, contents['original'] as Buffer)
  return { mediaType: 'image/jpeg', pages: 1 }
}

const pdfMessages = {
  locked:
    'Este PDF só abre com uma palavra-passe. Abra-o, imprima-o para um PDF novo sem palavra-passe, e envie esse.',
  script:
    'Este PDF traz um programa que corre ao ser aberto, e por isso não se guarda. Imprima-o para um PDF novo, e envie esse.',
  unreadable:
    'Este PDF está incompleto ou danificado. Abra-o, guarde-o outra vez como PDF, e envie a nova cópia.',
  lost: 'Ler este PDF exige memória ou tempo a mais. Imprima-o para um PDF novo, ou divida-o, e tente de novo.',
}

async function checkPdf(
  { decoder }: World,
  path: string,
  holder: ReturnType<typeof holderOf>,
): Promise<InspectedPdf> {
  const outcome = await decoder.run({ kind: 'pdf', path }, { first: holder.kind === 'staff' })
  if ('problem' in outcome) throw refused(422, pdfMessages[outcome.problem])
  return outcome
}

function refused(status: 413 | 422, message: string): ApiError {
  return new ApiError(status, message, { errors: { [uploadField]: [message] } })
}

/** Readers accept a PDF whose header is in its first 1024 bytes (ISO 32000-1, annex H, note 13). */
async function isPdf(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1024), 0, 1024, 0)
    return buffer.subarray(0, bytesRead).includes('%PDF-')
  } finally {
    await file.close()
  }
}

/** A name without path, control characters and characters that file systems refuse; with this extension, when it is given. */
export function safeName(given: string | undefined, extension?: string): string {
  const [name = ''] = (given ?? '').normalize('NFC').split(/[/\\]/).slice(-1)
  const clean = name
    .replaceAll(/[\p{C}<>:"|?*]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[. ]+/, '')
    .trim()
  const [end = ''] = /\.[a-z0-9]{1,5}$/i.exec(clean) ?? []
  const ending = extension ?? end
  const isSame = end.toLowerCase() === ending || (end.toLowerCase() === '.jpeg' && ending === '.jpg')
  const stem = clean
    .slice(0, clean.length - end.length)
    .slice(0, documentLimits.nameLength - 6)
    .trim()
  return (stem || 'documento') + (isSame ? end : ending)
}

const folderOf = ({ config }: Pick<World, 'config'>) => join(config.dataDir, 'received')

/** A path for a file that the caller deletes. */
export async function newTemporaryPath(world: Pick<World, 'config'>): Promise<string> {
  await mkdir(folderOf(world), { recursive: true })
  return join(folderOf(world), randomBytes(12).toString('hex'))
}

/** Gives `use` paths for files that the process writes, until it returns. */
async function withTemporaryPaths<Result>(
  world: Pick<World, 'config'>,
  use: (newPath: () => Promise<string>) => Promise<Result>,
): Promise<Result> {
  const paths: string[] = []
  try {
    return await use(async () => {
      const path = await newTemporaryPath(world)
      paths.push(path)
      return path
    })
  } finally {
    await Promise.all(paths.map(async (path) => rm(path, { force: true })))
  }
}

/** Deletes received files of processes that were killed. */
export async function removeLeftOvers(world: Pick<World, 'config' | 'clock'>): Promise<void> {
  const oldest = world.clock().getTime() - documentLimits.leftOverHours * 3_600_000
  for (const name of await readdir(folderOf(world)).catch(() => [])) {
    const path = join(folderOf(world), name)
    const known = await stat(path).catch(() => undefined)
    if (known && known.mtimeMs < oldest) await rm(path, { force: true })
  }
}
