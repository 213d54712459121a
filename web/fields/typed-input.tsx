import type { ReactNode } from 'react'
import { TextInput, type TextInputProps } from '@mantine/core'
import type { FieldInputProps } from './field-face.ts'
import { fieldFrame } from './field-frame.tsx'
import { useTypedText } from './use-typed-text.ts'

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
