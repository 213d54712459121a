import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError, invalid } from '../errors.ts'
import { uploadMegabytes } from '../limits.ts'

export const uploadField = 'file'

/** The word for the upload in messages; feminine. */
export type UploadNoun = 'fotografia' | 'imagem' | 'digitalização'

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
export async function readUpload(request: FastifyRequest, noun: UploadNoun): Promise<Buffer> {
  if (!request.isMultipart())
    throw new ApiError(415, `Envie a ${noun} como ficheiro de um formulário (multipart/form-data).`)
  let content: Buffer | undefined
  try {
    for await (const part of request.files()) {
      if (part.fieldname !== uploadField)
        throw invalid({ [part.fieldname.slice(0, 60)]: ['Campo desconhecido.'] })
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
