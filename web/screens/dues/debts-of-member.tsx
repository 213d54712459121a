import { useQuery } from '@tanstack/react-query'
import { Button } from '@mantine/core'
import { useParams } from 'react-router'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { isApiError, type StoredRecord } from '../../api/client.ts'
import { listQuery, recordQuery, useTerminology } from '../../api/queries.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { debtsPath } from './dues-paths.ts'
import { MemberDebts } from './member-debts.tsx'

/** What one member owes, and all that can be done about it. */
export default function DebtsOfMember() {
  const { memberId = '' } = useParams()
  const member = useQuery(recordQuery<StoredRecord>('members', memberId))
  const charges = useQuery({
    ...listQuery('unsettledPayments', chargesOf(memberId)),
    enabled: memberId !== '',
  })
  const failed = [member, charges].find(({ error, data }) => error && data === undefined)
  if (failed) {
    const message = isApiError(failed.error) ? failed.error.message : undefined
    return <ErrorState isPage message={message} onRetry={() => void failed.refetch()} />
  }
  if (member.data === null) return <NoMember />
  if (!member.data || !charges.data) return <PageSkeleton />
  return <MemberDebts key={memberId} member={member.data} charges={charges.data.data} />
}

/** All but what was paid: what is owed, and what was cancelled or waived. */
function chargesOf(id: string) {
  return {
    parent: { resource: 'members', id },
    where: { status: ['open', 'partial', 'cancelled', 'exempt'] },
    sort: 'dueDate',
    limit: -1,
  }
}

function NoMember() {
  const terminology = useTerminology()
  return (
    <EmptyState
      isPage
      title={fillTerms('{Este} {memberSingular} não existe', terminology)}
      action={
        <Button component={AppLink} to={debtsPath} variant="default">
          Ver todas as dívidas
        </Button>
      }
    >
      Pode ter sido eliminado, ou o endereço estar incompleto.
    </EmptyState>
  )
}
