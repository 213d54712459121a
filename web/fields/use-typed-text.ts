import { useState } from 'react'

export interface TypedText<T> {
  value: unknown
  /** Text of the value while nobody is typing. */
  format: (value: unknown) => string
  /** Parses the text; undefined when it is not valid (yet). */
  parse: (text: string) => T | undefined
  /**
   * Receives the parsed value, or the text itself when it is not valid, so that the server rejects it by name.
   */
  onChange: (value: T | string | null) => void
}

/**
 * State of a text input with a typed value. While typing, the text is unchanged and the record holds the parsed
 * value; on blur the text is formatted. A value that changes from outside (discard, another version) replaces
 * the text.
 */
export function useTypedText<T>({ value, format, parse, onChange }: TypedText<T>) {
  const [typed, setTyped] = useState<{ text: string; parsed: unknown } | null>(null)
  const isOwnText = typed !== null && Object.is(typed.parsed, value)

  return {
    text: isOwnText ? typed.text : format(value),
    change(text: string) {
      const parsed = text.trim() === '' ? null : (parse(text) ?? text)
      setTyped({ text, parsed })
      onChange(parsed)
    },
    settle() {
      setTyped(null)
    },
  }
}
