import type { Metadata, Sharp } from 'sharp'
import sharp from 'sharp'
import { decoderLimits } from '../limits.ts'

/** Requirements of an uploaded image, and the sizes to make of it. */
export interface ImageRequirements {
  formats: readonly ('jpeg' | 'png' | 'webp')[]
  /** Minimum pixels of the shorter side. */
  minPixels: number
  /** Maximum ratio of the longer to the shorter side. */
  maxElongation: number
  /** Longer images are scaled down to this many pixels. */
  maxSide: number
  /** Otherwise transparency becomes white. */
  keepsTransparency?: boolean
  sizes: Record<string, ImageSize>
}

/** A size to store: the whole image, or cropped to `width` × `height` around its most salient part. */
export interface ImageSize {
  cut?: { width: number; height: number }
  format: 'jpeg' | 'webp' | 'as given'
  /** Transparency becomes white in this size. */
  isFlat?: boolean
  /** 1 to 100. */
  quality: number
}

export interface DecodedImage {
  width: number
  height: number
  format: string
  contents: Record<string, Buffer>
}

export type ImageProblem = 'format' | 'too large' | 'too small' | 'too long' | 'unreadable'

/** Decodes an image, or that at a path, by its content and makes the sizes: upright, in sRGB, without metadata. */
export async function decodeImage(
  upload: Uint8Array | string,
  requirements: ImageRequirements,
): Promise<DecodedImage | { problem: ImageProblem }> {
  const metadata = await sharp(upload, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined)
  const problem = problemOf(metadata, requirements)
  if (!metadata || problem) return { problem: problem ?? 'format' }
  try {
    return await makeSizes(upload, metadata.format, requirements)
  } catch {
    return { problem: 'unreadable' }
  }
}

function problemOf(
  metadata: Metadata | undefined,
  requirements: ImageRequirements,
): ImageProblem | undefined {
  if (!metadata || !requirements.formats.some((format) => format === metadata.format)) return 'format'
  const { width, height } = metadata
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  if (width * height > maxPixels(metadata)) return 'too large'
  if (short < requirements.minPixels) return 'too small'
  return long > short * requirements.maxElongation ? 'too long' : undefined
}

function maxPixels({ format, isProgressive }: Metadata): number {
  if (isProgressive) return decoderLimits.pixelsInPasses
  return format === 'jpeg' ? decoderLimits.pixelsOfJpeg : decoderLimits.pixels
}

async function makeSizes(
  upload: Uint8Array | string,
  inputFormat: Metadata['format'],
  { maxSide, keepsTransparency, sizes }: ImageRequirements,
): Promise<DecodedImage> {
  const upright = sharp(upload, { limitInputPixels: false, failOn: 'truncated' })
    .autoOrient()
    .resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true })
  // Decoded once to raw pixels, from which each size is made.
  const { data, info } = await (keepsTransparency ? upright : upright.flatten({ background: 'white' }))
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const contents: Record<string, Buffer> = {}
  for (const [name, { cut, isFlat, format, quality }] of Object.entries(sizes)) {
    const whole = cropTo(cut, sharp(data, { raw: { width, height, channels } }))
    const image = isFlat ? whole.flatten({ background: 'white' }) : whole
    const encoded =
      format === 'as given' && inputFormat === 'png'
        ? image.png()
        : image.toFormat(format === 'as given' ? inputFormat : format, { quality })
    contents[name] = await encoded.toBuffer()
  }
  return { width, height, format: inputFormat, contents }
}

function cropTo(cut: ImageSize['cut'], image: Sharp): Sharp {
  return cut ? image.resize({ ...cut, fit: 'cover', position: sharp.strategy.attention }) : image
}
