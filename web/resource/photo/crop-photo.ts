import type { CropArea } from './photo-crop.tsx'

/** Width in pixels: enough for a card printed at 300 dpi. */
const maxWidth = 840
const quality = 0.9

/** Crops an image to a JPEG of at most 840 pixels width. */
export async function cropPhoto(url: string, area: CropArea): Promise<File> {
  const image = new Image()
  image.src = url
  await image.decode()
  const scale = Math.min(1, maxWidth / area.width)
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(area.width * scale)
  canvas.height = Math.round(area.height * scale)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser draws no images')
  // Transparent areas become white; JPEG would make them black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
  if (!blob) throw new Error('The image could not be encoded')
  return new File([blob], 'fotografia.jpg', { type: 'image/jpeg' })
}
