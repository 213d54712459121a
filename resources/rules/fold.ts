/**
 * Text for comparing and searching: no accents, lower case, only letters and digits, words parted by one space.
 * `JOÃO Gonçalves-Conceição` gives `joao goncalves conceicao`. Both sides of a search are folded.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ºªßæœøłđı]/g, (character) => replacements[character] ?? '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** The folded words that a record must hold to match a query. Particles (`de`, `da`, `e`…) count only when alone. */
export function searchWords(query: string): string[] {
  const words = [...new Set(foldText(query).split(' '))].filter(Boolean)
  const telling = words.filter((word) => !particles.has(word))
  return telling.length > 0 ? telling : words
}

/** The small words of Portuguese names, which weigh nothing in a search. */
const particles = new Set(['de', 'da', 'do', 'das', 'dos', 'e'])

const replacements: Record<string, string> = {
  º: 'o',
  ª: 'a',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
}
