import { useState } from 'react'

export interface TypedText<T> {
  value: unknown
  /** The value as it is shown when nobody is typing. */
  format: (value: unknown) => string
  /** What the typed text means; undefined when it means nothing (yet). */
  parse: (text: string) => T | undefined
  /** A text that means nothing is handed over as it is, so that the server can say what is wrong with it. */
  onChange: (value: T | string | null) => void
}

/**
 * Lets people type as they like: the text stays theirs until they leave the field, and the record holds
 * its meaning all along. A value that comes from elsewhere (discard, another version) replaces the text.
 */
export function useTypedText<T>({ value, format, parse, onChange }: TypedText<T>) {
  const [typed, setTyped] = useState<{ text: string; means: unknown } | null>(null)
  const own = typed !== null && Object.is(typed.means, value)

  return {
    text: own ? typed.text : format(value),
    change(text: string) {
      const means = text.trim() === '' ? null : (parse(text) ?? text)
      setTyped({ text, means })
      onChange(means)
    },
    settle() {
      setTyped(null)
    },
  }
}
