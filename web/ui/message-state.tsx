import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './message-state.module.css'

interface EmptyStateProps {
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

interface ErrorStateProps {
  /** What failed. */
  title?: string
  /** The server's message. */
  message?: string | undefined
  onRetry?: () => void
  /** It fills the page: the title is an `h1`. */
  isPage?: boolean
}

export function ErrorState({
  title = 'Não foi possível carregar',
  message,
  onRetry,
  isPage = false,
}: ErrorStateProps) {
  const Title = isPage ? 'h1' : 'h2'
  return (
    <section className={classes.state} role="alert">
      <span className={classes.icon} data-tone="red" aria-hidden="true">
        <IconAlertTriangle stroke={1.5} />
      </span>
      <Title className={classes.title}>{title}</Title>
      <p className={classes.text}>{message ?? 'Nada se perdeu. Tente novamente dentro de momentos.'}</p>
      {onRetry && (
        <div className={classes.action}>
          <Button variant="default" onClick={onRetry}>
            Tentar novamente
          </Button>
        </div>
      )}
    </section>
  )
}

/** Page for an address without content; the children say what is missing. */
export function NoSuchPage({ icon, children }: { icon?: ReactNode; children: ReactNode }) {
  return (
    <EmptyState isPage icon={icon} title={noSuchPage}>
      {children}
    </EmptyState>
  )
}

/** Title of unknown addresses. */
export const noSuchPage = 'Página não encontrada'
