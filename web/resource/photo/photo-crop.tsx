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
