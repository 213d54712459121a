/**
 * Folds text for comparing and searching: no accents, lower case, only letters and digits, words separated by one space.
 * `JOÃO Gonçalves-Conceição` → `joao goncalves conceicao`. The SQL function `fold_text` does the same.
 */
export function foldText(text: string): string {
  return (
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/\P{ASCII}/gu, plainForm)
      // Modifier letters are used as apostrophes.
      .replace(/[^\p{Lu}\p{Ll}\p{Lt}\p{Lo}\p{N}]+/gu, ' ')
      .trim()
  )
}

/**
 * Returns the folded words that a text must contain to match a query. Particles (`de`, `da`, `e`…) count only when there are no other
 * words. A query with only punctuation returns a word that no text contains, so that it matches nothing instead of everything.
 */
export function searchWords(query: string): string[] {
  const words = [...new Set(foldText(query).split(' '))].filter(Boolean)
  if (words.length === 0 && query.trim() !== '') return [noMatchWord]
  const significant = words.filter((word) => !particles.has(word))
  return significant.length > 0 ? significant : words
}

/** A word that no folded text contains. */
export const noMatchWord = '-'

/** Returns whether a text contains all words of a query. */
export function matchesSearch(text: string, query: string): boolean {
  const folded = foldText(text)
  return searchWords(query).every((word) => folded.includes(word))
}

/** Returns whether each word of a query begins a word of a text. */
export function beginsWords(text: string, query: string): boolean {
  const words = foldText(text).split(' ')
  return searchWords(query).every((word) => words.some((one) => one.startsWith(word)))
}

/** Particles of Portuguese names. */
const particles = new Set(['de', 'da', 'do', 'das', 'dos', 'e'])

/** The plain form of a letter without a Unicode decomposition, in its case; other characters are returned as they are. */
export function plainForm(character: string): string {
  const lower = character.toLowerCase()
  const plain = plainForms.get(lower) ?? lower
  if (plain === lower) return character
  return character === lower ? plain : plain.toUpperCase()
}

/** Letters without a Unicode decomposition, each followed by its replacement, as in PostgreSQL's `unaccent`. */
const plainForms: ReadonlyMap<string, string> = new Map(
  (
    'ßss æae ðd øo þth đd ħh ıi ĸq łl ŋn œoe ŧt ƀb ƃb ƈc ƌd ƒf ƕhv ƙk ƚl ƞn ƣoi ƥp ƫt ƭt ƴy ƶz ǥg ȡd ȥz ' +
    'ȴl ȵn ȶt ȷj ȸdb ȹqp ȼc ȿs ɀz ɇe ɉj ɍr ɏy ɓb ɕc ɖd ɗd ɛe ɟj ɠg ɡg ɢg ɦh ɧh ɨi ɪi ɫl ɬl ɭl ɱm ɲn ɳn ' +
    'ɴn ɶoe ɼr ɽr ɾr ʀr ʂs ʈt ʉu ʋv ʏy ʐz ʑz ʙb ʛg ʜh ʝj ʟl ẜs ẝs ỻll ỽv ỿy ⱥa ⱦt '
  )
    .trim()
    .split(' ')
    .map((pair) => [pair.charAt(0), pair.slice(1)]),
)
