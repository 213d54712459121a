import type { ImageUpload } from './receive-image.ts'

/** Formats and sizes of photos. */
export const photoUpload: ImageUpload = {
  noun: 'fotografia',
  formatMessage: 'Este ficheiro não é uma fotografia que se possa usar. Envie uma imagem JPEG, PNG ou WebP.',
  order: {
    formats: ['jpeg', 'png', 'webp'],
    fewestPixels: 32,
    // Longer images are not portraits, and cropping them would enlarge them too much.
    mostElongated: 8,
    longestSide: 1600,
    sizes: {
      original: { format: 'jpeg', quality: 85 },
      // JPEG, since PDFs of cards and letters cannot embed WebP.
      large: { cut: { width: 560, height: 720 }, format: 'jpeg', quality: 85 },
      // For lists.
      small: { cut: { width: 112, height: 144 }, format: 'webp', quality: 80 },
    },
  },
}
