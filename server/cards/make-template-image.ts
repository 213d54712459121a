import type { Metadata } from 'sharp'
import sharp from 'sharp'
import { ApiError, invalid } from '../errors.ts'

/** A picture as it is kept for cards: upright, without the camera's data, in a form that every document takes. */
export interface TemplateImage {
  content: Buffer
  mediaType: 'image/png' | 'image/jpeg'
  width: number
  height: number
}

const field = 'file'
/** What unfolds into more is made to exhaust the server. */
const mostPixels = 120_000_000
const fewestPixels = 16
/** More than a card has at 600 dots per inch. */
const longestSide = 2400

/** Reads an uploaded picture by its content, whatever its name. Throws 415 for another type, 422 for one that is damaged or out of measure. */
export async function makeTemplateImage(upload: Buffer): Promise<TemplateImage> {
  const { width, height, format } = await readMetadata(upload)
  refuseSize(width, height)
  const isPng = format === 'png'
  try {
    const image = sharp(upload, { limitInputPixels: mostPixels, failOn: 'truncated' })
      .autoOrient()
      .resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .timeout({ seconds: 30 })
    const { data, info } = await (isPng ? image.png() : image.jpeg({ quality: 92 })).toBuffer({
      resolveWithObject: true,
    })
    const mediaType = isPng ? 'image/png' : 'image/jpeg'
    return { content: data, mediaType, width: info.width, height: info.height }
  } catch (cause) {
    throw refused(422, 'A imagem está incompleta ou danificada. Envie-a de novo.', cause)
  }
}

async function readMetadata(upload: Buffer): Promise<Metadata> {
  let metadata: Metadata | undefined
  let cause: unknown
  try {
    metadata = await sharp(upload, { limitInputPixels: false }).metadata()
  } catch (error) {
    cause = error
  }
  if (metadata?.format === 'png' || metadata?.format === 'jpeg') return metadata
  throw refused(415, 'Este ficheiro não é uma imagem que se possa imprimir. Envie PNG ou JPEG.', cause)
}

function refuseSize(width: number, height: number): void {
  if (width * height > mostPixels)
    throw invalid({ [field]: ['A imagem tem dimensões demasiado grandes. Reduza-a e tente de novo.'] })
  if (Math.min(width, height) < fewestPixels)
    throw invalid({
      [field]: [`A imagem é demasiado pequena: precisa de pelo menos ${fewestPixels} pontos de lado.`],
    })
}

function refused(status: 415 | 422, message: string, cause: unknown): ApiError {
  const said = status === 422 ? 'Há um campo por corrigir.' : message
  return new ApiError(status, said, { errors: { [field]: [message] }, cause })
}
