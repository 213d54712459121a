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

/** An image that a route takes, and what people are told of it. */
export interface ImageUpload {
  order: ImageOrder
  noun: UploadNoun
  /** For other formats than those of the order. */
  otherFormat: string
}

/**
 * Receives and decodes the image of an upload, in one of the caller's turns; images of the staff go before those of others. Throws
 * 415 for another format, 422 for one that is damaged, out of measure or too costly to decode, 429 when the caller's turns are used up.
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

/** Decodes what was received; images of the staff go before those of others. */
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

function refusal(problem: Problem, { order, otherFormat }: ImageUpload): ApiError {
  if (problem === 'format')
    return new ApiError(415, otherFormat, { errors: { [uploadField]: [otherFormat] } })
  const messages = {
    'too large': 'A imagem tem dimensões demasiado grandes. Reduza-a e tente de novo.',
    'too small': `A imagem é demasiado pequena: precisa de pelo menos ${order.fewestPixels} pontos de lado.`,
    'too long': 'A imagem é demasiado comprida para uma fotografia. Recorte-a e tente de novo.',
    unreadable: 'A imagem está incompleta ou danificada. Envie-a de novo.',
    lost: 'Ler esta imagem exige memória ou tempo a mais. Reduza-a, ou grave-a outra vez como JPEG, e tente de novo.',
  }
  return invalid({ [uploadField]: [messages[problem]] })
}
