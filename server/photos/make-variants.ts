import type { Metadata, Sharp } from 'sharp'
import sharp from 'sharp'
import { ApiError, invalid } from '../errors.ts'

/** A photo as it is kept: upright, without the camera's data, in the sizes that are used. */
export interface Photo {
  width: number
  height: number
  /** At most 1600 pixels a side, as it was framed. */
  original: Buffer
  /** 560 × 720, JPEG: cards and letters, which print it, cannot embed WebP. */
  large: Buffer
  /** 112 × 144, WebP: lists. */
  small: Buffer
}

const field = 'file'
/** A telephone's largest; what unfolds into more is made to exhaust the server. */
const mostPixels = 120_000_000
const fewestPixels = 32
/** A frame beyond this is no photo of a person, and cutting it to shape would blow it up. */
const mostElongated = 8
const longestSide = 1600
const formats = ['jpeg', 'png', 'webp']

/** Reads an uploaded image by its content, whatever its name. Throws 415 for another type, 422 for one that is damaged or out of measure. */
export async function makeVariants(upload: Buffer): Promise<Photo> {
  refuseSize(await readMetadata(upload))
  try {
    // Decoded once, into plain pixels that every size is made from.
    const { data, info } = await sharp(upload, { limitInputPixels: mostPixels, failOn: 'truncated' })
      .autoOrient()
      .resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .toColourspace('srgb')
      .timeout({ seconds: 30 })
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width, height, channels } = info
    const pixels = () => sharp(data, { raw: { width, height, channels } })
    const [original, large, small] = await Promise.all([
      pixels().jpeg({ quality: 85 }).toBuffer(),
      cut(pixels(), 560, 720).jpeg({ quality: 85 }).toBuffer(),
      cut(pixels(), 112, 144).webp({ quality: 80 }).toBuffer(),
    ])
    return { width, height, original, large, small }
  } catch (cause) {
    throw unreadable(cause)
  }
}

/** Keeps what draws the eye, usually a face. */
function cut(image: Sharp, width: number, height: number): Sharp {
  return image.resize(width, height, { fit: 'cover', position: sharp.strategy.attention })
}

async function readMetadata(upload: Buffer): Promise<Metadata> {
  let metadata: Metadata
  try {
    metadata = await sharp(upload, { limitInputPixels: false }).metadata()
  } catch (cause) {
    throw wrongType(cause)
  }
  if (!formats.includes(metadata.format)) throw wrongType()
  return metadata
}

function refuseSize({ width, height }: Metadata): void {
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  const problem =
    width * height > mostPixels
      ? 'A imagem tem dimensões demasiado grandes. Reduza-a e tente de novo.'
      : short < fewestPixels
        ? `A imagem é demasiado pequena: precisa de pelo menos ${fewestPixels} pontos de lado.`
        : long > short * mostElongated
          ? 'A imagem é demasiado comprida para uma fotografia. Recorte-a e tente de novo.'
          : undefined
  if (problem) throw invalid({ [field]: [problem] })
}

function wrongType(cause?: unknown): ApiError {
  const message = 'Este ficheiro não é uma fotografia que se possa usar. Envie uma imagem JPEG, PNG ou WebP.'
  return new ApiError(415, message, { errors: { [field]: [message] }, cause })
}

function unreadable(cause: unknown): ApiError {
  const errors = { [field]: ['A imagem está incompleta ou danificada. Envie-a de novo.'] }
  return new ApiError(422, 'Há um campo por corrigir.', { errors, cause })
}
