import type { FieldCellProps, FieldFace } from './field-face.ts'
import { CellText, Nothing } from './text-cell.tsx'
import { plainText } from './texts.ts'
import classes from './fields.module.css'

export const colour: FieldFace = { Cell: ColourCell, toText: plainText, width: 8 }

function ColourCell({ value }: FieldCellProps) {
  const text = plainText(value)
  if (text === '') return <Nothing />
  return (
    <span className={classes.colour}>
      <span className={classes.swatch} style={{ background: shownColour(text) }} />
      <CellText>{text}</CellText>
    </span>
  )
}

export function shownColour(value: unknown): string {
  return typeof value === 'string' && /^#[0-9A-Fa-f]{6}$/.test(value) ? value : 'transparent'
}
