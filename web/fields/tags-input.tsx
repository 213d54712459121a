import { TagsInput } from '@mantine/core'
import type { FieldInputProps } from './field-face.ts'
import { fieldFrame } from './field-frame.tsx'
import { wordsOf } from './texts.ts'

export default function TagsFieldInput(props: FieldInputProps) {
  const words = wordsOf(props.value)
  return (
    <TagsInput
      {...fieldFrame(props)}
      value={words}
      onChange={(chosen) => props.onChange(chosen.map((word) => word.trim()).filter((word) => word !== ''))}
      onBlur={props.onBlur}
      acceptValueOnBlur
      splitChars={[',', ';']}
      maxTags={20}
      maxLength={60}
      placeholder={words.length === 0 && !props.readOnly ? 'Escrever e premir Enter' : undefined}
    />
  )
}
