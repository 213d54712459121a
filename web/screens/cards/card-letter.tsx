import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { isApiError } from '../../api/client.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { LetterPage } from './letter-page.tsx'
import { letterQuery } from './letter.ts'

/** The letter that takes a card to its member: as it is printed, and what can be changed in it. */
export default function CardLetterScreen() {
  const { id } = useParams()
  const found = useQuery(letterQuery(id))
  if (found.error && !found.data) {
    const message = isApiError(found.error) ? found.error.message : undefined
    return <ErrorState isPage message={message} onRetry={() => void found.refetch()} />
  }
  if (found.data === undefined) return <PageSkeleton />
  if (found.data === null) {
    return (
      <EmptyState isPage title="Página não encontrada">
        Esta carta não existe.
      </EmptyState>
    )
  }
  return <LetterPage key={`${found.data.cardId} ${found.data._id ?? 'new'}`} letter={found.data} />
}
