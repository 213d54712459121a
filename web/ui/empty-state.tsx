import type { ReactNode } from 'react'
import classes from './message-state.module.css'

export interface EmptyStateProps {
  icon?: ReactNode
  title: string
  /** What the list is for, or why it is empty. */
  children?: ReactNode
  /** It fills the page: the title is an `h1`. */
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
