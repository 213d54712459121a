import { type KeyboardEvent, useRef } from 'react'
import { foldText } from '@agremia/resources/rules/fold.ts'

export interface ChoiceOption {
  value: string
  label: string
  /** One sentence on what choosing it means, shown below the label. */
  help?: string
  disabled?: boolean
}

/** Milliseconds after which a letter begins a new word. */
const letterPause = 700

/** Without spaces: a space opens the list. */
function lettersOf(label: string): string {
  return foldText(label).replaceAll(' ', '')
}

/** The next option that begins with the letters, from the chosen one on; one letter again goes on to the one after it. */
export function nextByLetters(
  options: readonly ChoiceOption[],
  chosen: string | null,
  letters: string,
): ChoiceOption | undefined {
  const [first = ''] = letters
  const isRepeated = [...letters].every((letter) => letter === first)
  const prefix = isRepeated ? first : letters
  const place = options.findIndex(({ value }) => value === chosen)
  const start = isRepeated ? place + 1 : Math.max(0, place)
  const inTurn = [...options.slice(start), ...options.slice(0, start)]
  return inTurn.find(({ label, disabled }) => disabled !== true && lettersOf(label).startsWith(prefix))
}

/** Returns the letters typed so far, up to this key; undefined for other keys. After a pause they begin again. */
export function useTypedLetters(): (event: KeyboardEvent) => string | undefined {
  const typed = useRef({ text: '', at: 0 })
  return ({ key, ctrlKey, metaKey, altKey, timeStamp }) => {
    if (key.length !== 1 || key === ' ' || ctrlKey || metaKey || altKey) return undefined
    const { text, at } = typed.current
    typed.current = { text: (timeStamp - at < letterPause ? text : '') + foldText(key), at: timeStamp }
    return typed.current.text
  }
}
