import type { FastifyRequest } from 'fastify'
import type { World } from '../context.ts'
import { ApiError, invalid } from '../errors.ts'
import type { DecodedImage, ImageOrder, ImageOutcome } from '../files/images.ts'
import { uploadLimits } from '../limits.ts'
import type { CallerKind, Turns } from '../turns.ts'
import { createTurns, holderOf } from '../turns.ts'
import type { UploadNoun } from './read-upload.ts'
import { readUpload, uploadField } from './read-upload.ts'

export function createUploadTurns(): Turns<CallerKind> {
  return createTurns(
    uploadLimits,
    'Há outras imagens a ser recebidas. Tente de novo dentro de alguns segundos.',
  )
}

/** The requirements for an image of a route, and its words in messages. */
export interface ImageUpload {
  order: ImageOrder
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
  const giveBack = turns.uploads.take(holder)
  try {
    const content = await readUpload(request, upload.noun)
    return await decodeUpload({ images }, content, { upload, holder })
  } finally {
    giveBack()
  }
}

/** Decodes an image; those of staff have priority. */
export async function decodeUpload(
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
    'too small': `A imagem é demasiado pequena: precisa de pelo menos ${order.fewestPixels} pontos de lado.`,
    'too long': 'A imagem é demasiado comprida para uma fotografia. Recorte-a e tente de novo.',
    unreadable: 'A imagem está incompleta ou danificada. Envie-a de novo.',
    lost: 'Ler esta imagem exige memória ou tempo a mais. Reduza-a, ou grave-a outra vez como JPEG, e tente de novo.',
  }
  return invalid({ [uploadField]: [messages[problem]] })
}
