/**
 * Text for comparing and searching: no accents, lower case, only letters and digits, words parted by one space.
 * `JOÃO Gonçalves-Conceição` gives `joao goncalves conceicao`. Both sides of a search are folded; the database folds
 * alike what it writes by itself.
 */
export function foldText(text: string): string {
  return (
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/\P{ASCII}/gu, (character) => plainForms.get(character) ?? character)
      // Modifiers stand for apostrophes and the like.
      .replace(/[^\p{Lu}\p{Ll}\p{Lt}\p{Lo}\p{N}]+/gu, ' ')
      .trim()
  )
}

/**
 * The folded words that a record must hold to match a query. Particles (`de`, `da`, `e`…) count only when alone. A query of
 * punctuation alone is a word that no folded text holds, so that it finds nothing instead of everything.
 */
export function searchWords(query: string): string[] {
  const words = [...new Set(foldText(query).split(' '))].filter(Boolean)
  if (words.length === 0 && query.trim() !== '') return [unfindable]
  const telling = words.filter((word) => !particles.has(word))
  return telling.length > 0 ? telling : words
}

/** A word that no folded text holds. */
export const unfindable = '-'

/** Whether a text holds all the words of a query. */
export function holdsWords(text: string, query: string): boolean {
  const folded = foldText(text)
  return searchWords(query).every((word) => folded.includes(word))
}

/** The small words of Portuguese names, which weigh nothing in a search. */
const particles = new Set(['de', 'da', 'do', 'das', 'dos', 'e'])

/** Letters that no decomposition makes plain, each before what it becomes: as PostgreSQL's unaccent has them. */
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
