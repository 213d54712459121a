import type { ComponentType } from 'react'
import type { FieldCellProps, FieldFace } from './field-face.ts'
import classes from './fields.module.css'

/** Creates a cell that shows the field's text on one line, or a dash. */
export function textCell(toText: FieldFace['toText']): ComponentType<FieldCellProps> {
  return function TextCell({ field, value, record }: FieldCellProps) {
    return <CellText>{toText(value, field, record)}</CellText>
  }
}

export function CellText({ children }: { children: string }) {
  if (children === '') return <Nothing />
  return (
    <span className={classes.cell} title={children}>
      {children}
    </span>
  )
}

/** A dash for an empty cell, hidden from screen readers. */
export function Nothing() {
  return (
    <span className={classes.nothing} aria-hidden>
      —
    </span>
  )
}
