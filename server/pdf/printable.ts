import { createRequire } from 'node:module'
import { once } from '@agremia/resources/rules/once.ts'
import { openSync } from 'fontkit'

const require = createRequire(import.meta.url)

/** Inter in two weights, whole: the same letters in both, of every European language. */
export const fontFiles = {
  regular: require.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  bold: require.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'),
}

/** What stands in the place of a sign that the fonts do not have. */
const unknownSign = '□'
/** Signs that are not drawn themselves: they join others, choose how they look, or say which way they run. */
const unseen = /\p{Default_Ignorable_Code_Point}/gu

const known = once(() => {
  const font = openSync(fontFiles.regular)
  return new Set('characterSet' in font ? font.characterSet : [])
})
const signs = new Intl.Segmenter('pt-PT', { granularity: 'grapheme' })

/** The text as the fonts can draw it: composed letters, and one box for each sign that they do not have. */
export function printable(text: string): string {
  const composed = text.normalize('NFC').replaceAll('\t', ' ')
  if (isKnown(composed)) return composed
  return [...signs.segment(composed)].map(({ segment }) => drawn(segment)).join('')
}

function drawn(sign: string): string {
  const seen = sign.replaceAll(unseen, '')
  return isKnown(seen) ? seen : unknownSign
}

function isKnown(text: string): boolean {
  for (const sign of text) if (sign !== '\n' && !known().has(sign.codePointAt(0) ?? 0)) return false
  return true
}
