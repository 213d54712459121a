import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { displayPhone } from '@agremia/resources/rules/portuguese-phone.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { IconIdBadge2 } from '@tabler/icons-react'
import type { StoredRecord } from '../../api/client.ts'
import {
  listQuery,
  recordQuery,
  useFields,
  useSession,
  useSettings,
  useTerminology,
} from '../../api/queries.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FoundPage } from '../../resource/found-page.tsx'
import { Page } from '../../ui/page.tsx'
import { RecordSkeleton } from '../../ui/skeletons.tsx'
import { OwnConsents } from '../consents/index.ts'
import { profilePath } from '../../paths/account.ts'
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
    <FoundPage found={found} none={<NoMembership />} awaited={<RecordSkeleton />}>
      {({ personId }) => (personId === null ? <NoMembership /> : <Membership personId={personId} />)}
    </FoundPage>
  )
}

/** Staff may see all members: what is theirs is asked for by who they are. */
function Membership({ personId }: { personId: string }) {
  const found = useQuery(listQuery<OwnMembership>('members', { limit: 1, where: { personId } }))
  const fields = useFields('members')
  return (
    <FoundPage found={found} awaited={<RecordSkeleton />}>
      {({ data: [member] }) => {
        if (!member) return <NoMembership />
        if (!fields) return <RecordSkeleton />
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

/** An account that belongs to nobody's record: staff find their work, others whom to ask. */
function NoMembership() {
  const terminology = useTerminology()
  const { organisationEmail, organisationPhone } = useSettings()
  const session = useSession()
  const isStaff = session !== undefined && session.role !== 'member'
  const contacts = [organisationEmail, organisationPhone && displayPhone(organisationPhone)].filter(Boolean)
  return (
    <Page title="Início">
      <EmptyState
        icon={<IconIdBadge2 stroke={1.5} />}
        title={`Sem ficha de ${terminology.memberSingular}`}
        action={
          isStaff && (
            <Group justify="center" gap="0.625rem">
              <Button component={AppLink} to={`/${terminology.memberURLPlural}`}>
                {fillTerms('Ver {todos} {os} {memberPlural}', terminology)}
              </Button>
              <Button component={AppLink} to={profilePath(session.id)} variant="default">
                O meu perfil
              </Button>
            </Group>
          )
        }
      >
        {isStaff
          ? fillTerms(
              'Aqui cada {memberSingular} vê o seu cartão, o que pagou e os seus contactos. A sua conta é da secretaria e não está associada a nenhuma ficha.',
              terminology,
            )
          : `Esta conta não está associada a nenhuma ficha. A secretaria pode fazer a associação${
              contacts.length > 0 ? `: ${contacts.join(' · ')}` : ''
            }.`}
      </EmptyState>
    </Page>
  )
}
