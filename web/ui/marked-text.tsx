import { searchWords, foldText } from '@agremia/resources/rules/fold.ts'
import classes from './marked-text.module.css'

/** Marks the parts of a text that match a search, ignoring accents and case. */
export function MarkedText({ text, search }: { text: string; search: string }) {
  return markedParts(text, search).map(({ part, isMarked }, place) =>
    isMarked ? (
      <mark key={place} className={classes.mark}>
        {part}
      </mark>
    ) : (
      part
    ),
  )
}

/** Splits a text into matching and other parts. */
export function markedParts(text: string, search: string): { part: string; isMarked: boolean }[] {
  const letters = Array.from(text.normalize('NFC'), (letter) => ({ letter, folded: foldText(letter) }))
  const folded = letters.map((one) => one.folded || ' ').join('')
  const marks = letters.map(() => false)
  // A letter that folds to several would shift the positions: such a text is not marked.
  const words = folded.length === letters.length ? searchWords(search) : []
  for (const word of words) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length))
      marks.fill(true, at, at + word.length)
  }
  const parts: { part: string; isMarked: boolean }[] = []
  letters.forEach(({ letter }, place) => {
    const isMarked = marks[place] === true
    const last = parts.at(-1)
    if (last?.isMarked === isMarked) last.part += letter
    else parts.push({ part: letter, isMarked })
  })
  return parts
}
