import { Textarea } from '@mantine/core'
import type { FieldFace, FieldInputProps } from './field-face.ts'
import { fieldFrame, maxLength } from './field-frame.tsx'
import { plainText, textCell } from './text-cell.tsx'

export const textarea: FieldFace = {
  Input: TextareaInput,
  Cell: textCell(plainText),
  toText: plainText,
  width: 18,
}

function TextareaInput(props: FieldInputProps) {
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
