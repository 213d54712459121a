import { useState } from 'react'
import Cropper from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import classes from './photo-dialog.module.css'

/** In pixels of the image. */
export interface CropArea {
  x: number
  y: number
  width: number
  height: number
}

interface PhotoCropProps {
  image: string
  onArea: (area: CropArea) => void
  /** The browser cannot decode the file. */
  onUnreadable: () => void
}

/** Aspect ratio of card photos. */
const aspect = 7 / 9
const maxZoom = 4

/** Crops the photo by dragging or arrow keys, and by zoom. */
export function PhotoCrop({ image, onArea, onUnreadable }: PhotoCropProps) {
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  return (
    <>
      <div className={classes.crop}>
        <Cropper
          image={image}
          crop={crop}
          zoom={zoom}
          maxZoom={maxZoom}
          aspect={aspect}
          keyboardStep={4}
          disableAutomaticStylesInjection
          cropperProps={{ 'aria-label': 'Enquadramento: mover com as setas' }}
          mediaProps={{ onError: onUnreadable }}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_percent, pixels) => onArea(pixels)}
        />
      </div>
      <label className={classes.zoom}>
        Aproximar
        <input
          type="range"
          min={1}
          max={maxZoom}
          step={0.05}
          value={zoom}
          onChange={(event) => setZoom(Number(event.currentTarget.value))}
        />
      </label>
    </>
  )
}

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
