import { fieldErrors } from '@agremia/resources/field-errors.ts'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { World } from '../context.ts'
import { ApiError, invalid } from '../errors.ts'
import type { DecodedImage, ImageRequirements, ImageOutcome } from '../files/images.ts'
import { uploadLimits, uploadMegabytes } from '../limits.ts'
import type { CallerKind, Turns } from '../turns.ts'
import { createTurns, holderOf } from '../turns.ts'

const uploadField = 'file'

/** The word for the upload in messages; feminine. */
type UploadNoun = 'fotografia' | 'imagem' | 'digitalização'

/** Enables multipart uploads for the routes of this scope. Larger files are rejected while they are received. */
export async function acceptUploads(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, {
    limits: {
      fileSize: uploadMegabytes * 1024 * 1024,
      files: 1,
      fields: 10,
      fieldSize: 1000,
      parts: 11,
      headerPairs: 50,
    },
    throwFileSizeLimit: true,
  })
}

/** The content of the field `file`. Throws 400, 413, 415 or 422; the messages use `noun`. */
async function readUpload(request: FastifyRequest, noun: UploadNoun): Promise<Buffer> {
  if (!request.isMultipart())
    throw new ApiError(415, `Envie a ${noun} como ficheiro de um formulário (multipart/form-data).`)
  let content: Buffer | undefined
  try {
    for await (const part of request.files()) {
      if (part.fieldname !== uploadField)
        throw invalid({ [part.fieldname.slice(0, 60)]: [fieldErrors.unknown] })
      content = await part.toBuffer()
    }
  } catch (error) {
    throw toApiError(error, noun)
  }
  if (!content || content.length === 0) throw invalid({ [uploadField]: [`Escolha uma ${noun}.`] })
  return content
}

function toApiError(error: unknown, noun: string): unknown {
  if (error instanceof ApiError) return error
  const { code } = error as { code?: string }
  if (code === 'FST_REQ_FILE_TOO_LARGE') {
    const message = `A ${noun} é demasiado grande: pode ter até ${uploadMegabytes} MB.`
    return new ApiError(413, message, { errors: { [uploadField]: [message] }, cause: error })
  }
  if (code === 'FST_FILES_LIMIT' || code === 'FST_PARTS_LIMIT' || code === 'FST_FIELDS_LIMIT') {
    return new ApiError(413, `Envie uma só ${noun} de cada vez.`, { cause: error })
  }
  if (isTruncated(error))
    return new ApiError(400, 'O envio chegou incompleto. Tente de novo.', { cause: error })
  return error
}

function isTruncated(error: unknown): boolean {
  const { message = '', code = '' } = error as { message?: string; code?: string }
  return (
    /unexpected end|malformed|boundary|premature|aborted/i.test(message) ||
    code === 'ECONNRESET' ||
    code === 'ERR_STREAM_PREMATURE_CLOSE'
  )
}

export function createUploadTurns(): Turns<CallerKind> {
  return createTurns(
    uploadLimits,
    'Há outras imagens a ser recebidas. Tente de novo dentro de alguns segundos.',
  )
}

/** The requirements for an image of a route, and its words in messages. */
export interface ImageUpload {
  order: ImageRequirements
  noun: UploadNoun
  /** The error for formats that are not in `order`. */
  formatMessage: string
}

/**
 * Receives and decodes an uploaded image. Throws 415 for another format, 422 when it is damaged, too large, too small or too
 * costly to decode, and 429 when the caller has too many uploads under way.
 */
export async function receiveImage(
  { turns, images }: World,
  request: FastifyRequest,
  upload: ImageUpload,
): Promise<DecodedImage> {
  const holder = holderOf(request)
  const release = turns.uploads.take(holder)
  try {
    const content = await readUpload(request, upload.noun)
    return await decodeUpload({ images }, content, { upload, holder })
  } finally {
    release()
  }
}

/** Decodes an image; those of staff have priority. */
async function decodeUpload(
  { images }: Pick<World, 'images'>,
  content: Buffer,
  { upload, holder }: { upload: ImageUpload; holder: ReturnType<typeof holderOf> },
): Promise<DecodedImage> {
  const outcome = await images.decode(content, upload.order, { first: holder.kind === 'staff' })
  if ('problem' in outcome) throw refusal(outcome.problem, upload)
  return outcome
}

type Problem = Extract<ImageOutcome, { problem: unknown }>['problem']

function refusal(problem: Problem, { order, formatMessage }: ImageUpload): ApiError {
  if (problem === 'format')
    return new ApiError(415, formatMessage, { errors: { [uploadField]: [formatMessage] } })
  const messages = {
    'too large': 'A imagem tem dimensões demasiado grandes. Reduza-a e tente de novo.',
    'too small': `A imagem é demasiado pequena: precisa de pelo menos ${order.minPixels} pontos de lado.`,
    'too long': 'A imagem é demasiado comprida para uma fotografia. Recorte-a e tente de novo.',
    unreadable: 'A imagem está incompleta ou danificada. Envie-a de novo.',
    lost: 'Ler esta imagem exige memória ou tempo a mais. Reduza-a, ou grave-a outra vez como JPEG, e tente de novo.',
  }
  return invalid({ [uploadField]: [messages[problem]] })
}

/** Formats and size of photographed documents, large enough to be read. PDFs are stored unchanged. */
const documentImage: ImageUpload = {
  noun: 'digitalização',
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

interface ReceivedDocument {
  content: Buffer
  mediaType: 'application/pdf' | 'image/jpeg'
}

/** Receives a PDF or a photographed document. Throws 413, 415, 422 or 429 as for images. */
export async function receiveDocument(world: World, request: FastifyRequest): Promise<ReceivedDocument> {
  const holder = holderOf(request)
  const release = world.turns.uploads.take(holder)
  try {
    const content = await readUpload(request, documentImage.noun)
    if (content.subarray(0, 1024).includes('%PDF-')) return { content, mediaType: 'application/pdf' }
    const { contents } = await decodeUpload(world, content, { upload: documentImage, holder })
    return { content: contents['original'] as Buffer, mediaType: 'image/jpeg' }
  } finally {
    release()
  }
}
