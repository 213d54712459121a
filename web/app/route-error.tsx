import { useEffect } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { ErrorState } from '../ui/error-state.tsx'
import { NotFound } from './not-found.tsx'
import { noteProblem } from './reporting/problems.ts'

/** Stands in for a screen that broke; the rest of the application goes on. */
export function RouteError() {
  const error = useRouteError()
  const isNotFound = isRouteErrorResponse(error) && error.status === 404
  useEffect(() => {
    if (!isNotFound) noteProblem(error)
  }, [error, isNotFound])
  if (isNotFound) return <NotFound />
  return (
    <ErrorState
      isPage
      title="Não foi possível mostrar este ecrã"
      message="Ocorreu um erro inesperado. O que já foi guardado não se perdeu."
      onRetry={() => location.reload()}
    />
  )
}
