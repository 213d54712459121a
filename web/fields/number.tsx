import type { FieldCellProps, FieldFace } from './field-face.ts'
import { CellText } from './text-cell.tsx'
import { texts } from './texts.ts'

export const number: FieldFace = { Cell: NumberCell, ...texts.number }

function NumberCell({ field, value }: FieldCellProps) {
  const text = texts.number.toText(value, field)
  return <CellText>{text === '' || field.unit === undefined ? text : `${text} ${field.unit}`}</CellText>
}
