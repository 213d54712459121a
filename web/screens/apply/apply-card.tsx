import type { ReactNode } from 'react'
import { IconCircleCheckFilled } from '@tabler/icons-react'
import classes from './apply-card.module.css'

interface ApplyCardProps {
  title: string
  isComplete?: boolean
  children: ReactNode
}

/** A section of the form; a check mark shows that it is complete. */
export function ApplyCard({ title, isComplete = false, children }: ApplyCardProps) {
  return (
    <section className={classes.card} aria-label={title}>
      <h2 className={classes.title}>
        {title}
        {isComplete && (
          <span className={classes.complete}>
            <IconCircleCheckFilled size="1.125rem" aria-hidden />
            <span className="visually-hidden">preenchida</span>
          </span>
        )}
      </h2>
      {children}
    </section>
  )
}
