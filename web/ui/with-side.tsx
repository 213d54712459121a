import type { ReactNode } from 'react'
import cardClasses from './card.module.css'
import classes from './with-side.module.css'

interface WithSideProps {
  /** Accessible name of the side column. */
  label: string
  side: ReactNode
  children: ReactNode
}

/** Content with a side column; below the content when space is short, hidden when empty. */
export function WithSide({ label, side, children }: WithSideProps) {
  return (
    <div className={classes.room}>
      <div className={classes.sheet}>
        <div className={classes.main}>{children}</div>
        <aside className={classes.side} aria-label={label}>
          {side}
        </aside>
      </div>
    </div>
  )
}

interface CardProps {
  title: string
  /** Not printed. */
  only?: 'screen'
  children: ReactNode
}

/** A titled card of the side panel. */
export function Card({ title, only, children }: CardProps) {
  return (
    <section className={cardClasses.card} aria-label={title} data-only={only}>
      <h2 className={cardClasses.title}>{title}</h2>
      {children}
    </section>
  )
}
