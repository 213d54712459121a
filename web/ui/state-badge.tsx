import type { Tone } from '@agremia/resources/descriptor.ts'
import classes from './state-badge.module.css'

export interface StateBadgeProps {
  tone?: Tone | undefined
  label: string
}

/** Badge of a state. */
export function StateBadge({ tone = 'grey', label }: StateBadgeProps) {
  return (
    <span className={classes.badge} data-tone={tone} title={label}>
      {label}
    </span>
  )
}
