import type { CropArea } from './photo-crop.tsx'

/** Pixels across: enough for a printed card at 300 points per inch. */
const largestWidth = 840
const quality = 0.9

/** The framed part of an image, as a JPEG of a size that is worth sending. */
export async function cropPhoto(url: string, area: CropArea): Promise<File> {
  const image = new Image()
  image.src = url
  await image.decode()
  const scale = Math.min(1, largestWidth / area.width)
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(area.width * scale)
  canvas.height = Math.round(area.height * scale)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser draws no images')
  // What is transparent is paper, not night.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
  if (!blob) throw new Error('The image could not be encoded')
  return new File([blob], 'fotografia.jpg', { type: 'image/jpeg' })
}
