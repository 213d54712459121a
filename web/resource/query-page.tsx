import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isApiError } from '../api/client.ts'
import { ErrorState } from '../ui/message-state.tsx'
import { ListSkeleton, PageSkeleton } from '../ui/skeletons.tsx'

interface QueryPageProps<Item> {
  query: Pick<UseQueryResult<Item>, 'data' | 'error' | 'refetch'>
  /** Page for a missing record. */
  missing?: ReactNode
  /** Skeleton in the shape of the page. */
  skeleton?: ReactNode
  children: (item: NonNullable<Item>) => ReactNode
}

/** Renders a query as a page: skeleton, error or content. A failed refetch keeps the content. */
export function QueryPage<Item>({
  query,
  missing,
  skeleton = <PageSkeleton />,
  children,
}: QueryPageProps<Item>) {
  const { data, error, refetch } = query
  if (data !== undefined && data !== null) return children(data)
  if (error) {
    const message = isApiError(error) ? error.message : undefined
    return <ErrorState isPage message={message} onRetry={() => void refetch()} />
  }
  return data === null ? missing : skeleton
}

interface RowsPlaceholderProps {
  query: { error: Error | null; refetch: () => unknown }
  rows?: number
}

/** Placeholder of rows that are not loaded: a skeleton, or the error. */
export function RowsPlaceholder({ query: { error, refetch }, rows = 6 }: RowsPlaceholderProps) {
  if (!error) return <ListSkeleton rows={rows} />
  return <ErrorState message={isApiError(error) ? error.message : undefined} onRetry={() => void refetch()} />
}
