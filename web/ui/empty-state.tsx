import type { ReactNode } from 'react'
import classes from './message-state.module.css'

export interface EmptyStateProps {
  icon?: ReactNode
  title: string
  /** What this place is for, or why nothing was found. */
  children?: ReactNode
  /** The first thing to do. */
  action?: ReactNode
}

export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <section className={classes.state}>
      {icon && (
        <span className={classes.icon} aria-hidden="true">
          {icon}
        </span>
      )}
      <h2 className={classes.title}>{title}</h2>
      {children && <p className={classes.text}>{children}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </section>
  )
}
