import { Textarea } from '@mantine/core'
import type { FieldInputProps } from './field-face.ts'
import { fieldFrame, maxLength } from './field-frame.tsx'
import { plainText } from './texts.ts'

export default function TextareaInput(props: FieldInputProps) {
  const { field, value, onChange, onBlur } = props
  return (
    <Textarea
      {...fieldFrame(props)}
      autosize
      minRows={3}
      maxRows={12}
      maxLength={maxLength(field)}
      value={plainText(value)}
      onChange={(event) => onChange(event.currentTarget.value === '' ? null : event.currentTarget.value)}
      onBlur={onBlur}
    />
  )
}
