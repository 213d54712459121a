import type { ReactNode } from 'react'
import classes from './fold.module.css'

/** Content of less importance, closed until it is asked for. */
export function Fold({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className={classes.fold}>
      <summary>{title}</summary>
      {children}
    </details>
  )
}
