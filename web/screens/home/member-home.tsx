import { Button, Group } from '@mantine/core'
import { IconIdBadge2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { allows } from '@agremia/resources/access.ts'
import type { FieldMap } from '@agremia/resources/descriptor.ts'
import { displayPhone } from '@agremia/resources/rules/portuguese-phone.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import {
  listQuery,
  recordQuery,
  useFields,
  useMay,
  useSession,
  useSettings,
  useTerminology,
} from '../../api/queries.ts'
import { fieldText } from '../../fields/index.ts'
import { profilePath } from '../../paths/account.ts'
import { QueryPage } from '../../resource/query-page.tsx'
import { RecordPhoto } from '../../resource/photo/photo-button.tsx'
import { RecordCollection } from '../../resource/record-collection.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { EmptyState } from '../../ui/message-state.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Page } from '../../ui/page.tsx'
import { RecordSkeleton } from '../../ui/skeletons.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { OwnConsents } from '../consents/index.ts'
import { DebtFact, memberPhotos, StripFact } from '../member-parts/index.ts'
import { OwnRounds } from '../rounds/index.ts'
import { OwnCards } from './own-cards.tsx'
import { ContactForm, OwnContacts } from './own-contacts.tsx'
import { OwnDues } from './own-dues.tsx'
import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import classes from './member-home.module.css'

/** The member's own page: membership, cards, dues, contacts, consents and messages. */
export default function MemberHome() {
  const query = useQuery(recordQuery('users', useSession()?.id))
  return (
    <QueryPage query={query} missing={<NoMembership />} skeleton={<RecordSkeleton />}>
      {({ personId }) => (personId === null ? <NoMembership /> : <Membership personId={personId} />)}
    </QueryPage>
  )
}

/** Filters by `personId`, because staff may list all members. */
function Membership({ personId }: { personId: string }) {
  const query = useQuery(listQuery('members', { limit: 1, where: { personId } }))
  const fields = useFields('members')
  return (
    <QueryPage query={query} skeleton={<RecordSkeleton />}>
      {({ data: [member] }) => {
        if (!member) return <NoMembership />
        if (!fields) return <RecordSkeleton />
        return (
          <MembershipHead member={member} fields={fields}>
            <OwnRounds />
            <OwnCards member={member} />
            <OwnDues member={member} />
            <OwnMandates memberId={member._id} />
            <ContactForm key={member._id} member={member} fields={fields} />
            <OwnContacts member={member} />
            <OwnConsents personId={personId} />
            <OwnMessages personId={personId} />
          </MembershipHead>
        )
      }}
    </QueryPage>
  )
}

/** For an account without a member's record: links for staff, the organisation's contacts for others. */
function NoMembership() {
  const terminology = useTerminology()
  const { organisationEmail, organisationPhone } = useSettings()
  const session = useSession()
  const isStaff = session !== undefined && session.role !== 'member'
  const contacts = [organisationEmail, organisationPhone && displayPhone(organisationPhone)].filter(Boolean)
  return (
    <Page title="Início">
      <OwnRounds />
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

interface MembershipHeadProps {
  member: ResourceRecord<'members'>
  fields: FieldMap
  children: ReactNode
}

const facts = ['categoryId', 'admissionDate']

/** The page with its head: photo, name, number, state and facts of the membership. */
function MembershipHead({ member, fields, children }: MembershipHeadProps) {
  const terminology = useTerminology()
  const mayUpdate = useMay('members').update
  return (
    <Page
      narrow
      title={member.name}
      leading={
        <RecordPhoto
          record={member}
          photos={memberPhotos}
          name={member.name}
          mayChange={allows(mayUpdate, member)}
        />
      }
      state={
        member.currentStateLabel && (
          <StateBadge tone={member.currentStateTone ?? undefined} label={member.currentStateLabel} />
        )
      }
      subtitle={
        member.memberNumber != null && fillTerms(`{MemberSingular} n.º ${member.memberNumber}`, terminology)
      }
    >
      <Facts>
        <DebtFact record={member} />
        <StripFact record={member} />
        {facts.map((name) => (
          <FieldFact key={name} name={name} member={member} fields={fields} />
        ))}
      </Facts>
      <div className={classes.parts}>{children}</div>
    </Page>
  )
}

interface FieldFactProps {
  name: string
  member: ResourceRecord<'members'>
  fields: FieldMap
}

function FieldFact({ name, member, fields }: FieldFactProps) {
  const field = fields[name]
  return field ? <Fact label={field.label} value={fieldText(field, member)} /> : null
}

/** The messages that the organisation sent to the member. */
/** Shown to those who gave one. */
function OwnMandates({ memberId }: { memberId: string }) {
  const isShown = useMay('mandates').list
  const parent = { resource: 'members', id: memberId } as const
  const own = useQuery({ ...listQuery('mandates', { parent, limit: 1 }), enabled: isShown }).data
  if (!own || own.meta.total === 0) return null
  return (
    <section className={classes.part} aria-labelledby="autorizacoes">
      <h2 id="autorizacoes">As minhas autorizações de débito</h2>
      <RecordCollection resource="mandates" parent={parent} omit={omittedOfMandates} />
    </section>
  )
}

const omittedOfMandates = ['memberId', 'memberNumber', 'personId'] as const

function OwnMessages({ personId }: { personId: string }) {
  if (!useMay('messages').list) return null
  return (
    <section className={classes.part} aria-labelledby="mensagens">
      <h2 id="mensagens">As mensagens que recebi</h2>
      <RecordCollection resource="messages" parent={{ resource: 'people', id: personId }} omit={omitted} />
    </section>
  )
}

const omitted = ['recipientName', 'recipient', 'state', 'cause'] as const
