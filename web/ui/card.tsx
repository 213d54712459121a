import type { ReactNode } from 'react'
import classes from './card.module.css'

/** A titled card of the side panel. */
export function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.card} aria-label={title}>
      <h2 className={classes.title}>{title}</h2>
      {children}
    </section>
  )
}
