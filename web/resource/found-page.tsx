import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isApiError } from '../api/client.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { PageSkeleton } from '../ui/skeletons.tsx'

interface FoundPageProps<Item> {
  found: Pick<UseQueryResult<Item>, 'data' | 'error' | 'refetch'>
  /** The whole page where there is no such thing. */
  none?: ReactNode
  /** What stands in for the page, in its shape. */
  awaited?: ReactNode
  children: (item: NonNullable<Item>) => ReactNode
}

/** A page of what was asked for: while it comes, when it does not, and once it is there. What came stays, also when asking again fails. */
export function FoundPage<Item>({ found, none, awaited = <PageSkeleton />, children }: FoundPageProps<Item>) {
  const { data, error, refetch } = found
  if (data !== undefined && data !== null) return children(data)
  if (error) {
    const message = isApiError(error) ? error.message : undefined
    return <ErrorState isPage message={message} onRetry={() => void refetch()} />
  }
  return data === null ? none : awaited
}
