import { cardVariables, type CardElement, type CardSide } from '@agremia/resources/card-template.ts'
import { formatNumber } from '@agremia/resources/rules/amount.ts'
import type { ElementKind } from './new-element.ts'

export const kindNames: Record<ElementKind, string> = {
  text: 'Texto',
  box: 'Retângulo',
  image: 'Imagem',
  photo: 'Fotografia',
  logo: 'Logótipo',
  qr: 'Código QR',
  barcode: 'Código de barras',
}

/** The name of an element: its text, or its kind, with a number if there are several of the kind. */
export function elementName({ elements }: CardSide, index: number): string {
  const element = elements[index]
  if (!element) return ''
  if (element.kind === 'text') return textWithLabels(element.text) || kindNames.text
  const sameKind = elements.flatMap(({ kind }, at) => (kind === element.kind ? [at] : []))
  return sameKind.length > 1
    ? `${kindNames[element.kind]} ${sameKind.indexOf(index) + 1}`
    : kindNames[element.kind]
}

/** Replaces `{nome}` with «Nome no cartão». */
function textWithLabels(text: string): string {
  return text
    .replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
      Object.hasOwn(cardVariables, name) ? cardVariables[name as keyof typeof cardVariables] : whole,
    )
    .replaceAll('\n', ' ')
    .trim()
}

/** Position and size, for screen readers. */
export function placeText({ x, y, w, h }: CardElement): string {
  const format = (value: number) => formatNumber(Math.round(value * 100) / 100)
  return `${format(x)} mm da esquerda, ${format(y)} mm de cima, ${format(w)} por ${format(h)} mm`
}
