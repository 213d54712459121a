import type { CardElement, CardSide, CardValues } from '@agremia/resources/card-template.ts'
import { cardVariables } from '@agremia/resources/card-template.ts'
import { qrBars } from '../../pdf/index.ts'
import { barcodeBars } from './marks.ts'
import { fitText } from './text.ts'
import type { Mark } from './marks.ts'
import { isNameIn } from '@agremia/resources/names.ts'

/** The content of one card, independent of its template. */
export interface CardContent {
  values: CardValues
  /** The URL of the verification, for the QR code. */
  url: string
  /** The file of the photo; null draws a silhouette. */
  photoId: string | null
  /** The file of the organisation's logo; null draws none. */
  logoId: string | null
}

/** Computes the marks of a side. Preview and print paint the same marks, so that they agree. */
export function placeSide(
  side: CardSide,
  content: CardContent,
  size: { width: number; height: number },
): Mark[] {
  const whole = { x: 0, y: 0, w: size.width, h: size.height }
  return [
    { kind: 'box', colour: side.colour, radius: 0, ...whole },
    ...(side.imageId
      ? [{ kind: 'image', image: { id: side.imageId, variant: 'original' }, ...whole } as const]
      : []),
    ...side.elements.flatMap((element, index) =>
      placeElement(element, content).map((mark) => ({ ...mark, element: index })),
    ),
  ]
}

function placeElement(element: CardElement, { values, url, photoId, logoId }: CardContent): Mark[] {
  const { x, y, w, h } = element
  const place = { x, y, w, h }
  switch (element.kind) {
    case 'text':
      return fitText(element, fillLines(element.text, values))
    case 'box':
      return [{ kind: 'box', colour: element.colour, radius: element.radius, ...place }]
    case 'image':
      return [{ kind: 'image', image: { id: element.imageId, variant: 'original' }, ...place }]
    case 'photo':
      return [
        photoId
          ? { kind: 'image', image: { id: photoId, variant: 'large' }, ...place }
          : { kind: 'silhouette', ...place },
      ]
    case 'logo':
      return logoId
        ? [{ kind: 'image', image: { id: logoId, variant: 'original' }, isWhole: true, ...place }]
        : []
    case 'qr':
      return [
        { kind: 'box', colour: '#FFFFFF', radius: 0, ...place },
        { kind: 'bars', bars: qrBars(url, place) },
      ]
    case 'barcode':
      return [
        { kind: 'box', colour: '#FFFFFF', radius: 0, ...place },
        { kind: 'bars', bars: barcodeBars(values.numero, place) },
      ]
  }
}

const variable = /\{(\w+)\}/g

/** The text of an element; omits lines whose variables are all empty. */
function fillLines(text: string, values: CardValues): string {
  return text
    .split('\n')
    .filter((line) => {
      const names = [...line.matchAll(variable)].map(([, name]) => valueOf(values, name))
      return names.length === 0 || names.some((value) => value !== '')
    })
    .map((line) => line.replaceAll(variable, (_, name: string) => valueOf(values, name)))
    .join('\n')
}

function valueOf(values: CardValues, name: string | undefined): string {
  return isNameIn(cardVariables, name) ? values[name] : ''
}
