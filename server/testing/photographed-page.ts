import sharp from 'sharp'
import { paintPage } from './read-pdf.ts'

/** A photograph, at 150 dpi in weak light, of the lower right of an A4 page, where `pdfOf` draws the QR code, tilted by some degrees. */
export async function photographOf(pdf: Buffer, degrees: number): Promise<Buffer> {
  const { data, width, height } = await paintPage(pdf, 1, 150 / 72)
  const part = await sharp(Buffer.from(data), { raw: { width, height, channels: 4 } })
    .flatten({ background: 'white' })
    .extract({
      left: Math.round(width / 3),
      top: Math.round(height / 2),
      width: Math.floor(width * 0.6),
      height: Math.floor(height / 2),
    })
    .png()
    .toBuffer()
  return (
    sharp(part)
      .rotate(degrees, { background: '#8a8a8a' })
      .greyscale()
      // Black is dark grey, white is light grey.
      .linear(0.55, 60)
      .blur(0.8)
      .jpeg({ quality: 60 })
      .toBuffer()
  )
}
