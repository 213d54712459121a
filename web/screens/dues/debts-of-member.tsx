import { useQuery } from '@tanstack/react-query'
import { Button } from '@mantine/core'
import { useParams } from 'react-router'
import { endedStates, owedStates } from '@agremia/resources/charge-states.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import type { StoredRecord } from '../../api/client.ts'
import { listQuery, recordQuery, useTerminology } from '../../api/queries.ts'
import { FoundPage } from '../../resource/found-page.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { debtsPath } from '../../paths/dues.ts'
import { MemberDebts } from './member-debts.tsx'
import { RecordSkeleton } from '../../ui/skeletons.tsx'

/** What one member owes, and all that can be done about it. */
export default function DebtsOfMember() {
  const { memberId = '' } = useParams()
  const member = useQuery(recordQuery<StoredRecord>('members', memberId))
  const charges = useQuery({
    ...listQuery('unsettledPayments', chargesOf(memberId)),
    enabled: memberId !== '',
  })
  return (
    <FoundPage found={member} none={<NoMember />} awaited={<RecordSkeleton />}>
      {(record) => (
        <FoundPage found={charges} awaited={<RecordSkeleton />}>
          {({ data }) => <MemberDebts key={memberId} member={record} charges={data} />}
        </FoundPage>
      )}
    </FoundPage>
  )
}

/** All but what was paid: what is owed, and what was cancelled or waived. */
function chargesOf(id: string) {
  return {
    parent: { resource: 'members', id },
    where: { status: [...owedStates, ...endedStates] },
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
