import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { Button } from '@mantine/core'
import type { FieldMap, ResourceDescriptor } from '@agremia/resources/descriptor.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import type { StoredRecord } from '../../api/client.ts'
import { recordQuery, useFields, useResource, useTerminology } from '../../api/queries.ts'
import { FoundPage } from '../../resource/found-page.tsx'
import { FormSaving, useRecordForm } from '../../resource/record-form.tsx'
import { GoneRecord } from '../../resource/gone-record.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NoSuchPage } from '../../ui/no-such-page.tsx'
import { RecordSkeleton } from '../../ui/skeletons.tsx'
import { MemberCards } from '../cards/member-cards.tsx'
import { MemberMessages } from '../messages/member-messages.tsx'
import { MemberContacts } from './member-contacts.tsx'
import { MemberDues } from './member-dues.tsx'
import { MemberPage } from './member-page.tsx'
import { MemberTimeline } from './member-timeline.tsx'
import { MemberSheet } from './member-sheet.tsx'
import { useMemberPaths } from './use-member-paths.ts'

/** One member: who they are, how to reach them, and what happened. */
export default function MemberEdit() {
  const { id, tab = 'ficha' } = useParams()
  const found = useQuery(recordQuery<StoredRecord>('members', id))
  const descriptor = useResource('members')
  const fields = useFields('members')
  return (
    <FoundPage found={found} none={<NoMember id={id} />} awaited={<RecordSkeleton />}>
      {(record) => {
        if (!tabs.includes(tab)) return <NoSuchPage>A ficha não tem esta parte.</NoSuchPage>
        if (!descriptor || !fields) return <RecordSkeleton />
        return <Member key={id} record={record} tab={tab} descriptor={descriptor} fields={fields} />
      }}
    </FoundPage>
  )
}

const tabs = ['ficha', 'quotas', 'cartoes', 'contactos', 'mensagens', 'historico']

interface MemberProps {
  record: StoredRecord
  tab: string
  descriptor: ResourceDescriptor
  fields: FieldMap
}

/** What is being written outlives the change from one tab to another. */
function Member({ record, tab, descriptor, fields }: MemberProps) {
  const paths = useMemberPaths()
  const form = useRecordForm({ resource: 'members', fields, record })
  return (
    <MemberPage record={record} tab={tab} descriptor={descriptor}>
      {tab === 'ficha' && <MemberSheet form={form} record={record} mayUpdate={descriptor.may.update} />}
      {tab === 'quotas' && <MemberDues record={record} />}
      {tab === 'cartoes' && <MemberCards record={record} />}
      {tab === 'contactos' && <MemberContacts record={record} />}
      {tab === 'mensagens' && <MemberMessages record={record} />}
      {tab === 'historico' && <MemberTimeline memberId={record._id} />}
      <FormSaving form={form} within={paths.record(record._id)} />
    </MemberPage>
  )
}

function NoMember({ id }: { id: string | undefined }) {
  const paths = useMemberPaths()
  const terminology = useTerminology()
  return (
    <>
      <EmptyState
        isPage
        title={fillTerms('{Este} {memberSingular} não existe', terminology)}
        action={
          <Button component={AppLink} to={paths.list} variant="default">
            {fillTerms('Ver {todos} {os} {memberPlural}', terminology)}
          </Button>
        }
      >
        Pode ter sido eliminado, ou o endereço estar incompleto.
      </EmptyState>
      <GoneRecord resource="members" id={id} />
    </>
  )
}
