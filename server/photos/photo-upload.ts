import type { ImageUpload } from './receive-image.ts'

/** A photo as it is received and kept. */
export const photoUpload: ImageUpload = {
  noun: 'fotografia',
  otherFormat: 'Este ficheiro não é uma fotografia que se possa usar. Envie uma imagem JPEG, PNG ou WebP.',
  order: {
    formats: ['jpeg', 'png', 'webp'],
    fewestPixels: 32,
    // Longer frames are no photos of a person, and cutting them to shape would blow them up.
    mostElongated: 8,
    longestSide: 1600,
    sizes: {
      original: { format: 'jpeg', quality: 85 },
      // Cards and letters print it, and cannot embed WebP.
      large: { cut: { width: 560, height: 720 }, format: 'jpeg', quality: 85 },
      // Lists.
      small: { cut: { width: 112, height: 144 }, format: 'webp', quality: 80 },
    },
  },
}
