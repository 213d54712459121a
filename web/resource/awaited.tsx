import { isApiError } from '../api/client.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { ListSkeleton } from '../ui/skeletons.tsx'

interface AwaitedProps {
  query: { error: Error | null; refetch: () => unknown }
  rows?: number
}

/** What stands in the place of rows that have not come: their shape, or why they did not. */
export function Awaited({ query: { error, refetch }, rows = 6 }: AwaitedProps) {
  if (!error) return <ListSkeleton rows={rows} />
  return <ErrorState message={isApiError(error) ? error.message : undefined} onRetry={() => void refetch()} />
}
