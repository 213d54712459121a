import classes from './state-badge.module.css'
import type { Tone } from '@agremia/resources/field-types.ts'

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
