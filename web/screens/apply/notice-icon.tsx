import type { Icon } from '@tabler/icons-react'
import classes from './notice-icon.module.css'

/** The large icon above a notice. */
export function NoticeIcon({
  icon: IconComponent,
  tone,
}: {
  icon: Icon
  tone?: 'green' | 'amber' | 'red' | undefined
}) {
  return (
    <span className={classes.icon} data-tone={tone}>
      <IconComponent size="1.75rem" stroke={1.5} aria-hidden />
    </span>
  )
}
