import { fieldErrors } from '@agremia/resources/field-errors.ts'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError, codeOf, invalid } from '../errors.ts'
import type { DecodedImage, ImageRequirements } from './decode-image.ts'
import type { OutcomeOf } from './decoder.ts'
import { uploadLimits, uploadMegabytes } from '../limits.ts'
import type { CallerKind, Turns } from '../turns.ts'
import { createTurns, holderOf } from '../turns.ts'
import type { World } from '../rest/modules.ts'

/** The form's field with a file. */
export const uploadField = 'file'

/** The word for the upload in messages; feminine. */
type UploadNoun = 'fotografia' | 'imagem'

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

export interface UploadForm {
  content: Buffer
  /** As its sender called it. */
  name: string
  /** The other fields. */
  values: Readonly<Record<string, string>>
}

/** A form with the field `file` and others. Throws 400, 413, 415 or 422; the messages use `noun`, masculine. */
export async function readUploadForm(request: FastifyRequest, noun: string): Promise<UploadForm> {
  if (!request.isMultipart())
    throw new ApiError(415, `Envie o ${noun} como ficheiro de um formulário (multipart/form-data).`)
  const values: Record<string, string> = {}
  let file: Pick<UploadForm, 'content' | 'name'> | undefined
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') values[part.fieldname] = String(part.value)
      else if (part.fieldname !== uploadField)
        throw invalid({ [part.fieldname.slice(0, 60)]: [fieldErrors.unknown] })
      else file = { content: await part.toBuffer(), name: part.filename.slice(0, 150) }
    }
  } catch (error) {
    throw toApiError(error, {
      tooMany: `Envie um só ${noun} de cada vez.`,
      tooLarge: `O ${noun} é demasiado grande: pode ter até ${uploadMegabytes} MB.`,
    })
  }
  if (!file || file.content.length === 0) throw invalid({ [uploadField]: [`Escolha um ${noun}.`] })
  return { ...file, values }
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
    throw toApiError(error, {
      tooMany: `Envie uma só ${noun} de cada vez.`,
      tooLarge: `A ${noun} é demasiado grande: pode ter até ${uploadMegabytes} MB.`,
    })
  }
  if (!content || content.length === 0) throw invalid({ [uploadField]: [`Escolha uma ${noun}.`] })
  return content
}

/** The refusal of a form that could not be received, with the messages of one that brings more than it may. */
export function toApiError(error: unknown, messages: { tooMany: string; tooLarge?: string }): unknown {
  if (error instanceof ApiError) return error
  const code = codeOf(error)
  const isTooMany = code === 'FST_FILES_LIMIT' || code === 'FST_PARTS_LIMIT' || code === 'FST_FIELDS_LIMIT'
  const message =
    code === 'FST_REQ_FILE_TOO_LARGE' ? messages.tooLarge : isTooMany ? messages.tooMany : undefined
  if (message !== undefined)
    return new ApiError(413, message, { errors: { [uploadField]: [message] }, cause: error })
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
    'Há outros ficheiros a ser recebidos. Tente de novo dentro de alguns segundos.',
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
  { turns, decoder }: World,
  request: FastifyRequest,
  upload: ImageUpload,
): Promise<DecodedImage> {
  const holder = holderOf(request)
  const release = turns.uploads.take(holder)
  try {
    const content = await readUpload(request, upload.noun)
    return await decodeUpload({ decoder }, content, { upload, holder })
  } finally {
    release()
  }
}

/** Decodes an image, or that at a path; those of staff have priority. Throws 415 or 422. */
export async function decodeUpload(
  { decoder }: Pick<World, 'decoder'>,
  content: Buffer | string,
  { upload, holder }: { upload: ImageUpload; holder: ReturnType<typeof holderOf> },
): Promise<DecodedImage> {
  const task = { kind: 'image', upload: content, requirements: upload.order } as const
  const outcome = await decoder.run(task, { first: holder.kind === 'staff' })
  if ('problem' in outcome) throw refusal(outcome.problem, upload)
  return outcome
}

type Problem = Extract<OutcomeOf<'image'>, { problem: unknown }>['problem']

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
