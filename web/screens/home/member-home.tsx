import { useQuery } from '@tanstack/react-query'
import { IconIdBadge2 } from '@tabler/icons-react'
import type { StoredRecord } from '../../api/client.ts'
import { listQuery, recordQuery, useFields, useSession, useTerminology } from '../../api/queries.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FoundPage } from '../../resource/found-page.tsx'
import { Page } from '../../ui/page.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { OwnConsents } from '../consents/own-consents.tsx'
import { ContactForm } from './contact-form.tsx'
import { OwnCards } from './own-cards.tsx'
import { OwnContacts } from './own-contacts.tsx'
import { OwnDues } from './own-dues.tsx'
import { OwnMessages } from './own-messages.tsx'
import { MembershipHead } from './membership-head.tsx'
import type { OwnMembership } from './own-membership.ts'

interface OwnAccount extends StoredRecord {
  personId: string | null
}

/** A member's own page: who they are here, and the contacts that they keep up to date themselves. */
export default function MemberHome() {
  const found = useQuery(recordQuery<OwnAccount>('users', useSession()?.id))
  return (
    <FoundPage found={found} none={<NoMembership />}>
      {({ personId }) => (personId === null ? <NoMembership /> : <Membership personId={personId} />)}
    </FoundPage>
  )
}

/** Staff may see all members: what is theirs is asked for by who they are. */
function Membership({ personId }: { personId: string }) {
  const found = useQuery(listQuery<OwnMembership>('members', { limit: 1, where: { personId } }))
  const fields = useFields('members')
  return (
    <FoundPage found={found}>
      {({ data: [member] }) => {
        if (!member) return <NoMembership />
        if (!fields) return <PageSkeleton />
        return (
          <MembershipHead member={member} fields={fields}>
            <OwnCards member={member} />
            <OwnDues member={member} />
            <ContactForm key={member._id} member={member} fields={fields} />
            <OwnContacts member={member} />
            <OwnConsents personId={personId} />
            <OwnMessages personId={personId} />
          </MembershipHead>
        )
      }}
    </FoundPage>
  )
}

function NoMembership() {
  const { memberSingular } = useTerminology()
  return (
    <Page title="Início">
      <EmptyState icon={<IconIdBadge2 stroke={1.5} />} title={`Sem ficha de ${memberSingular}`}>
        Esta conta não está associada a nenhuma ficha. A secretaria pode fazer a associação.
      </EmptyState>
    </Page>
  )
}
