import type { ReactNode } from 'react'
import classes from './with-side.module.css'

interface WithSideProps {
  /** What is beside it, in words. */
  label: string
  side: ReactNode
  children: ReactNode
}

/** What a page is about and, beside it, what belongs to it: below where there is no room, nowhere when it is empty. */
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
