import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import classes from './message-state.module.css'

export interface ErrorStateProps {
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
