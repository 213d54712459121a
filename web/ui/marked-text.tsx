import { searchWords, foldText } from '@agremia/resources/rules/fold.ts'
import classes from './marked-text.module.css'

/** A text with the parts that a search looks for marked, whatever their accents and case. */
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

/** The text in parts: those that hold one of the words searched for, and those between. */
export function markedParts(text: string, search: string): { part: string; isMarked: boolean }[] {
  const letters = Array.from(text.normalize('NFC'), (letter) => ({ letter, folded: foldText(letter) }))
  const folded = letters.map((one) => one.folded || ' ').join('')
  const marks = letters.map(() => false)
  // Letters that fold to several would move the places of those after them: such a text is left as it is.
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
