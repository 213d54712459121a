import type { ReactNode } from 'react'
import classes from './message-state.module.css'

export interface EmptyStateProps {
  icon?: ReactNode
  title: string
  /** What this place is for, or why nothing was found. */
  children?: ReactNode
  /** It is the whole page, and its title the page's. */
  isPage?: boolean
  /** The first thing to do. */
  action?: ReactNode
}

export function EmptyState({ icon, title, isPage = false, children, action }: EmptyStateProps) {
  const Title = isPage ? 'h1' : 'h2'
  return (
    <section className={classes.state}>
      {icon && (
        <span className={classes.icon} aria-hidden="true">
          {icon}
        </span>
      )}
      <Title className={classes.title}>{title}</Title>
      {children && <p className={classes.text}>{children}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </section>
  )
}
