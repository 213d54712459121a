import { useEffect } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { ErrorState } from '../ui/error-state.tsx'
import { NoAccess, NotFound } from './not-found.tsx'
import { reportProblem } from './reporting/problems.ts'

/** Replaces a screen that threw an error. */
export function RouteError() {
  const error = useRouteError()
  const status = isRouteErrorResponse(error) ? error.status : undefined
  const isKnown = status === 404 || status === 403
  useEffect(() => {
    if (!isKnown) reportProblem(error)
  }, [error, isKnown])
  if (status === 404) return <NotFound />
  if (status === 403) return <NoAccess />
  return (
    <ErrorState
      isPage
      title="Não foi possível mostrar este ecrã"
      message="Ocorreu um erro inesperado. O que já foi guardado não se perdeu."
      onRetry={() => location.reload()}
    />
  )
}
