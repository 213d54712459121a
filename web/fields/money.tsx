import type { FieldCellProps, FieldFace } from './field-face.ts'
import { Nothing } from './text-cell.tsx'
import { texts } from './texts.ts'
import classes from './fields.module.css'

export const money: FieldFace = { Cell: MoneyCell, ...texts.money }

function MoneyCell({ value }: FieldCellProps) {
  const text = texts.money.toText(value)
  return text === '' ? <Nothing /> : <span className={classes.tabular}>{text}</span>
}
