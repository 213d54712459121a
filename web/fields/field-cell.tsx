import type { FieldCellProps } from './field-face.ts'
import classes from './fields.module.css'
import { faceOf } from './index.ts'

/** The cell of a field; an empty one shows the meaning of an empty value. */
export function FieldCell({ field, value, record }: FieldCellProps) {
  const { Cell, toText } = faceOf(field)
  return field.blank !== undefined && toText(value, field, record) === '' ? (
    <span className={`${classes.cell} ${classes.nothing}`} title={field.blank}>
      {field.blank}
    </span>
  ) : (
    <Cell field={field} value={value} record={record} />
  )
}
