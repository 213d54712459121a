import type { ReactNode } from 'react'
import classes from './working-bar.module.css'

interface WorkingBarProps {
  /** What is under way. */
  label: string
  /** How far it got, in words. */
  children: ReactNode
}

/** Work whose end nobody can tell: a bar that moves, and the stage that it is in. */
export function WorkingBar({ label, children }: WorkingBarProps) {
  return (
    <div>
      <progress className={classes.bar} aria-label={label} />
      <output className={classes.words}>{children}</output>
    </div>
  )
}
