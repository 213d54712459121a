import { Pill, TagsInput } from '@mantine/core'
import type { FieldCellProps, FieldFace, FieldInputProps } from './field-face.ts'
import { fieldFrame } from './field-frame.tsx'
import { Nothing } from './text-cell.tsx'
import classes from './fields.module.css'

export const tags: FieldFace = { Input: TagsFieldInput, Cell: TagsCell, toText, width: 14 }

function TagsFieldInput(props: FieldInputProps) {
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

function TagsCell({ value }: FieldCellProps) {
  const words = wordsOf(value)
  if (words.length === 0) return <Nothing />
  return (
    <span className={classes.cell} title={words.join(', ')}>
      {words.map((word) => (
        <Pill key={word} size="sm" mr={4}>
          {word}
        </Pill>
      ))}
    </span>
  )
}

function toText(value: unknown): string {
  return wordsOf(value).join(', ')
}

function wordsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((word) => typeof word === 'string') : []
}
