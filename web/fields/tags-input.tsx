import { Checkbox, Group, TagsInput } from '@mantine/core'
import type { FieldInputProps } from './field-face.ts'
import { fieldFrame } from './field-frame.tsx'
import { wordsOf } from './texts.ts'

/** Boxes for the options of a field; words that the person types for others. */
export default function TagsFieldInput(props: FieldInputProps) {
  return props.field.options ? <OptionBoxes {...props} /> : <WordsInput {...props} />
}

function OptionBoxes(props: FieldInputProps) {
  return (
    <Checkbox.Group
      {...fieldFrame(props)}
      // The group has no role that allows `aria-required`; the label shows the required mark.
      aria-required={undefined}
      value={wordsOf(props.value)}
      onChange={(chosen) => props.onChange(chosen)}
      onBlur={props.onBlur}
    >
      <Group gap="0.625rem 1.25rem" mih="2.25rem" pb="0.375rem">
        {props.field.options?.map((option) => (
          <Checkbox key={option.value} value={option.value} label={option.label} />
        ))}
      </Group>
    </Checkbox.Group>
  )
}

function WordsInput(props: FieldInputProps) {
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
