import type { ReactNode } from 'react'
import classes from './working-bar.module.css'

interface WorkingBarProps {
  /** Accessible name. */
  label: string
  /** The current stage. */
  children: ReactNode
}

/** Indeterminate progress bar with the current stage. */
export function WorkingBar({ label, children }: WorkingBarProps) {
  return (
    <div>
      <progress className={classes.bar} aria-label={label} />
      <output className={classes.words}>{children}</output>
    </div>
  )
}
