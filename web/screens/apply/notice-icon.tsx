import type { Icon } from '@tabler/icons-react'
import classes from './notice-icon.module.css'

/** The picture over what a visitor is told. */
export function NoticeIcon({
  icon: Drawn,
  tone,
}: {
  icon: Icon
  tone?: 'green' | 'amber' | 'red' | undefined
}) {
  return (
    <span className={classes.icon} data-tone={tone}>
      <Drawn size="1.75rem" stroke={1.5} aria-hidden />
    </span>
  )
}
