import { leastCode, type CardElement, type CardPlace } from '@agremia/resources/card-template.ts'
import { toHundredths } from './places.ts'

export type ElementKind = CardElement['kind']

const ink = '#1E2227'

/** A new element in the middle of the card. `imageId` is that of the uploaded picture of an image. */
export function newElement(
  kind: ElementKind,
  card: { width: number; height: number },
  imageId = '',
): CardElement {
  const place = inTheMiddle(sizes[kind], card)
  switch (kind) {
    case 'text':
      return { kind, ...place, text: 'Texto', size: 9, weight: 400, colour: ink, align: 'left', maxLines: 1 }
    case 'box':
      return { kind, ...place, colour: '#D9E6F5', radius: 0 }
    case 'image':
      return { kind, ...place, imageId }
    default:
      return { kind, ...place }
  }
}

const sizes: Record<ElementKind, { w: number; h: number }> = {
  text: { w: 30, h: 5 },
  box: { w: 30, h: 12 },
  image: { w: 20, h: 20 },
  photo: { w: 25, h: 32 },
  logo: { w: 20, h: 12 },
  qr: { w: leastCode + 5, h: leastCode + 5 },
  barcode: { w: 40, h: 9 },
}

function inTheMiddle(
  { w, h }: { w: number; h: number },
  { width, height }: { width: number; height: number },
): CardPlace {
  return { x: toHundredths((width - w) / 2), y: toHundredths((height - h) / 2), w, h }
}
