import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './security.module.css'

interface SecurityRowProps {
  icon: Icon
  title: ReactNode
  text: ReactNode
  /** Buttons. */
  children?: ReactNode
}

/** A session, a passkey or another way of signing in, with what can be done. */
export function SecurityRow({ icon: RowIcon, title, text, children }: SecurityRowProps) {
  return (
    <div className={classes.row}>
      <RowIcon className={classes.icon} size="1.25rem" stroke={1.5} aria-hidden="true" />
      <div className={classes.facts}>
        <p className={classes.name}>{title}</p>
        <p className="note">{text}</p>
      </div>
      {children}
    </div>
  )
}
