import type { ComponentType } from 'react'
import type { FieldCellProps, FieldFace } from './field-face.ts'
import classes from './fields.module.css'

/** A cell that shows the field's text on one line, or a dash. */
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

/** The dash of an empty cell, which screen readers pass over. */
export function Nothing() {
  return (
    <span className={classes.nothing} aria-hidden>
      —
    </span>
  )
}
