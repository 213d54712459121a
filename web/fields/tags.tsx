import type { FieldCellProps, FieldFace } from './field-face.ts'
import { Nothing } from './text-cell.tsx'
import { wordsOf } from './texts.ts'
import classes from './fields.module.css'

export const tags: FieldFace = {
  Cell: TagsCell,
  toText,
  width: 14,
}

function TagsCell({ value }: FieldCellProps) {
  const words = wordsOf(value)
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

function toText(value: unknown): string {
  return wordsOf(value).join(', ')
}
