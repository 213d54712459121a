import { TextInput, type TextInputProps } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { FieldInputProps } from './field-face.ts'
import { fieldFrame } from './field-frame.tsx'

interface Props extends FieldInputProps {
  format: (value: unknown) => string
  parse: (text: string) => unknown
  inputMode?: TextInputProps['inputMode']
  type?: TextInputProps['type']
  placeholder?: string
  autoComplete?: string
  spellCheck?: boolean
  maxLength?: number | undefined
  leftSection?: ReactNode
  rightSection?: ReactNode
  rightSectionWidth?: string
  rightSectionPointerEvents?: 'all' | 'none'
  className?: string | undefined
}

/** A text input with a typed value: `format` shows the value, `parse` reads the text. */
export function TypedInput({ format, parse, ...props }: Props) {
  const { value, onChange, onBlur, error, warning, field: _f, record: _r, isFirst: _i, ...rest } = props
  const typed = useTypedText({ value, format, parse, onChange })
  return (
    <TextInput
      autoComplete="off"
      {...rest}
      {...fieldFrame({ ...props, error, warning })}
      value={typed.text}
      onChange={(event) => typed.change(event.currentTarget.value)}
      onBlur={() => {
        typed.settle()
        onBlur?.()
      }}
    />
  )
}

interface TypedText<T> {
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
function useTypedText<T>({ value, format, parse, onChange }: TypedText<T>) {
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
