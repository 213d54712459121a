import type { ReactNode } from 'react'
import classes from './card.module.css'

interface CardProps {
  title: string
  /** Not for paper. */
  only?: 'screen'
  children: ReactNode
}

/** A titled surface of the side panel. */
export function Card({ title, only, children }: CardProps) {
  return (
    <section className={classes.card} aria-label={title} data-only={only}>
      <h2 className={classes.title}>{title}</h2>
      {children}
    </section>
  )
}
