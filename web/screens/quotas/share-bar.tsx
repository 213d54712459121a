import type { CSSProperties } from 'react'
import classes from '../../ui/number-table.module.css'

interface ShareBarProps {
  /** What a full bar stands for. */
  most: number
  parts: readonly { tone: 'paid' | 'owed' | 'notDue'; amount: number }[]
}

/** Amounts drawn beside the numbers that say them, which is why nobody is read it aloud. */
export function ShareBar({ most, parts }: ShareBarProps) {
  return (
    <span className={classes.bar} aria-hidden="true">
      {parts.map(({ tone, amount }) => (
        <span
          key={tone}
          data-tone={tone}
          style={{ '--share': `${most > 0 ? (100 * amount) / most : 0}%` } as CSSProperties}
        />
      ))}
    </span>
  )
}
