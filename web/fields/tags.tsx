import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import type { FieldCellProps, FieldFace } from './field-face.ts'
import { Nothing } from './text-cell.tsx'
import { choiceText, wordsOf } from './texts.ts'
import classes from './fields.module.css'

export const tags: FieldFace = {
  Cell: TagsCell,
  toText,
  width: 14,
}

function TagsCell({ field, value }: FieldCellProps) {
  const words = labelsOf(value, field)
  if (words.length === 0) return <Nothing />
  return (
    <span className={classes.cell} title={words.join(', ')}>
      {words.map((word) => (
        <span key={word} className={classes.tag}>
          {word}
        </span>
      ))}
    </span>
  )
}

function toText(value: unknown, field: FieldDescriptor): string {
  return labelsOf(value, field).join(', ')
}

function labelsOf(value: unknown, field: FieldDescriptor): string[] {
  return wordsOf(value).map((word) => choiceText(word, field))
}
