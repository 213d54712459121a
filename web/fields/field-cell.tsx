import type { FieldCellProps } from './field-face.ts'
import classes from './fields.module.css'
import { faceOf } from './index.ts'

/** The cell of a field; of an empty one, what that means. */
export function FieldCell({ field, value, record }: FieldCellProps) {
  const { Cell, toText } = faceOf(field)
  return field.blank !== undefined && toText(value, field, record) === '' ? (
    <span className={classes.nothing}>{field.blank}</span>
  ) : (
    <Cell field={field} value={value} record={record} />
  )
}
