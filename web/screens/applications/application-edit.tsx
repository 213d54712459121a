import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import { Button } from '@mantine/core'
import type { FieldMap, ResourceDescriptor } from '@agremia/resources/descriptor.ts'
import type { StoredRecord } from '../../api/client.ts'
import { recordQuery, useFields, useResource } from '../../api/queries.ts'
import { FoundPage } from '../../resource/found-page.tsx'
import { FormSaving, useRecordForm } from '../../resource/record-form.tsx'
import { RecordHistory } from '../../resource/record-history.tsx'
import { GoneRecord } from '../../resource/gone-record.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NoSuchPage } from '../../ui/no-such-page.tsx'
import { RecordSkeleton } from '../../ui/skeletons.tsx'
import { ApplicationPage } from './application-page.tsx'
import { ApplicationReview, type Editing } from './application-review.tsx'
import { applicationPath, applicationsPath } from './application-paths.ts'
import { useApplicationState, type ApplicationState } from './application-states.ts'
import { undecided, type PersonChoice } from './person-choice.ts'

/** One application: what was asked, whether the person is known, and what is decided. */
export default function ApplicationEdit() {
  const { id, tab = 'ficha' } = useParams()
  const found = useQuery(recordQuery<StoredRecord>('memberApplications', id))
  const descriptor = useResource('memberApplications')
  const fields = useFields('memberApplications')
  const state = useApplicationState(found.data ?? noRecord)
  return (
    <FoundPage found={found} none={<NoApplication id={id} />} awaited={<RecordSkeleton />}>
      {(record) => {
        if (tab !== 'ficha' && tab !== 'historico')
          return <NoSuchPage>A candidatura não tem esta parte.</NoSuchPage>
        if (!descriptor || !fields || !state) return <RecordSkeleton />
        const shared = { record, state, descriptor, fields }
        return <Application key={id} tab={tab} {...shared} />
      }}
    </FoundPage>
  )
}

const noRecord: StoredRecord = { _id: '' }

interface ApplicationProps {
  record: StoredRecord
  state: ApplicationState
  tab: 'ficha' | 'historico'
  descriptor: ResourceDescriptor
  fields: FieldMap
}

/** What is being written, and who the person was said to be, outlive the change from one tab to another. */
function Application({ record, state, tab, descriptor, fields }: ApplicationProps) {
  const form = useRecordForm({ resource: 'memberApplications', fields, record })
  const [person, setPerson] = useState<PersonChoice>(undecided)
  const [editing, setEditing] = useState<Editing>()
  const navigate = useNavigate()
  return (
    <ApplicationPage
      record={record}
      state={state}
      tab={tab}
      descriptor={descriptor}
      fields={fields}
      person={person}
      onPerson={setPerson}
      onCorrect={(field) => {
        setEditing({ field })
        if (tab !== 'ficha') void navigate(applicationPath(record._id))
      }}
    >
      {tab === 'ficha' && (
        <ApplicationReview
          form={form}
          record={record}
          state={state}
          mayUpdate={descriptor.may.update}
          person={person}
          onPerson={setPerson}
          editing={editing}
          onEdit={setEditing}
        />
      )}
      {tab === 'historico' && <RecordHistory resource="memberApplications" id={record._id} />}
      <FormSaving form={form} within={applicationPath(record._id)} />
    </ApplicationPage>
  )
}

function NoApplication({ id }: { id: string | undefined }) {
  return (
    <>
      <EmptyState
        isPage
        title="Esta candidatura não existe"
        action={
          <Button component={AppLink} to={applicationsPath} variant="default">
            Ver todas as candidaturas
          </Button>
        }
      >
        Pode ter sido eliminada, ou o endereço estar incompleto.
      </EmptyState>
      <GoneRecord resource="memberApplications" id={id} />
    </>
  )
}
