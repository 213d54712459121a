import { cardVariables, type CardElement, type CardSide } from '@agremia/resources/card-template.ts'
import { formatNumber } from '@agremia/resources/rules/amount.ts'
import type { ElementKind } from './new-element.ts'

/** What each kind of element is called. */
export const kindNames: Record<ElementKind, string> = {
  text: 'Texto',
  box: 'Retângulo',
  image: 'Imagem',
  photo: 'Fotografia',
  logo: 'Logótipo',
  qr: 'Código QR',
  barcode: 'Código de barras',
}

/** What an element is called in the list: a text by its words, others by what they are, with a number where there are several. */
export function elementName({ elements }: CardSide, index: number): string {
  const element = elements[index]
  if (!element) return ''
  if (element.kind === 'text') return wordsOf(element.text) || kindNames.text
  const alike = elements.flatMap(({ kind }, at) => (kind === element.kind ? [at] : []))
  return alike.length > 1 ? `${kindNames[element.kind]} ${alike.indexOf(index) + 1}` : kindNames[element.kind]
}

/** `{nome}` is said as «Nome no cartão». */
function wordsOf(text: string): string {
  return text
    .replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
      Object.hasOwn(cardVariables, name) ? cardVariables[name as keyof typeof cardVariables] : whole,
    )
    .replaceAll('\n', ' ')
    .trim()
}

/** Where it is and how large, for those who do not see it. */
export function placeWords({ x, y, w, h }: CardElement): string {
  const said = (value: number) => formatNumber(Math.round(value * 100) / 100)
  return `${said(x)} mm da esquerda, ${said(y)} mm de cima, ${said(w)} por ${said(h)} mm`
}
