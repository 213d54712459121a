import type { ReactNode } from 'react'
import classes from './facts.module.css'

/** Key facts of a record. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>
}

export interface FactProps {
  label: string
  value: ReactNode
  /** A line below, in a lighter tone. */
  note?: ReactNode
}

export function Fact({ label, value, note }: FactProps) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd className={classes.value}>{value || '—'}</dd>
      {note && <dd className={classes.note}>{note}</dd>}
    </div>
  )
}
