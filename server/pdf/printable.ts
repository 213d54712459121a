import { createRequire } from 'node:module'
import { once } from '@agremia/resources/rules/once.ts'
import { openSync } from 'fontkit'

const require = createRequire(import.meta.url)

/** Inter in two weights with the same characters: those of all European languages. */
export const fontFiles = {
  regular: require.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  bold: require.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'),
}

/** Replaces characters that the fonts do not have. */
const unknownSign = '□'
/** Characters without a glyph: joiners, variation selectors, direction marks. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu

const fontCharacters = once(() => {
  const font = openSync(fontFiles.regular)
  return new Set('characterSet' in font ? font.characterSet : [])
})
const signs = new Intl.Segmenter('pt-PT', { granularity: 'grapheme' })

/** The text in NFC with a box for each grapheme that the fonts do not have. */
export function printable(text: string): string {
  const composed = text.normalize('NFC').replaceAll('\t', ' ')
  if (isKnown(composed)) return composed
  return [...signs.segment(composed)].map(({ segment }) => drawable(segment)).join('')
}

function drawable(sign: string): string {
  const visible = sign.replaceAll(invisible, '')
  return isKnown(visible) ? visible : unknownSign
}

function isKnown(text: string): boolean {
  for (const sign of text) if (sign !== '\n' && !fontCharacters().has(sign.codePointAt(0) ?? 0)) return false
  return true
}
