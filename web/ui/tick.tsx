import type { ComponentProps } from 'react'
import classes from './tick.module.css'

interface TickProps extends Omit<ComponentProps<'input'>, 'type' | 'className'> {
  label: string
  /** Some of what it stands for is chosen. */
  indeterminate?: boolean
}

/** The checkbox of a table's row or head. Lists load it first: Mantine's checkbox weighs ten times as much. */
export function Tick({ label, indeterminate = false, ...input }: TickProps) {
  return (
    <input
      ref={(element) => {
        if (element) element.indeterminate = indeterminate
      }}
      className={classes.tick}
      type="checkbox"
      aria-label={label}
      data-only="screen"
      {...input}
    />
  )
}
