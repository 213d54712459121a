import { Fragment, type ComponentType } from 'react'
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
    <span className={classes.cell} title={children} data-figures={/^[\d/ ]+$/.test(children) || undefined}>
      <WrappingText>{children}</WrappingText>
    </span>
  )
}

/** Text that may wrap after «@»: an email that is too long for its line does not break within a word. */
export function WrappingText({ children }: { children: string }) {
  return children.split(/(?<=@)/).map((part, index) => (
    <Fragment key={part}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}

/** A dash for an empty cell, hidden from screen readers. */
export function Nothing() {
  return (
    <span className={classes.nothing} aria-hidden>
      —
    </span>
  )
}
