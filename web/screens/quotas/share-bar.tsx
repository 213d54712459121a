import type { CSSProperties } from 'react'
import classes from '../../ui/number-table.module.css'

interface ShareBarProps {
  /** The amount of a full bar. */
  max: number
  parts: readonly { tone: 'paid' | 'owed' | 'notDue'; amount: number }[]
}

/** A bar with the proportions of amounts; hidden from screen readers, because the numbers are beside it. */
export function ShareBar({ max, parts }: ShareBarProps) {
  return (
    <span className={classes.bar} aria-hidden="true">
      {parts.map(({ tone, amount }) => (
        <span
          key={tone}
          data-tone={tone}
          style={{ '--share': `${max > 0 ? (100 * amount) / max : 0}%` } as CSSProperties}
        />
      ))}
    </span>
  )
}
