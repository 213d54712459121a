import type { ReactNode } from 'react'
import { mayAskToConfirm } from '@agremia/resources/application-states.ts'
import type { FieldMap, ResourceDescriptor } from '@agremia/resources/descriptor.ts'
import type { StoredRecord } from '../../api/client.ts'
import { RecordPhoto } from '../../resource/photo/record-photo.tsx'
import { RecordTabs } from '../../resource/record-tabs.tsx'
import { Page } from '../../ui/page.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { ApplicationActions } from './application-actions.tsx'
import { dayOf } from './application-cells.tsx'
import { ApplicationFacts } from './application-facts.tsx'
import { applicationPath } from './application-paths.ts'
import type { ApplicationState } from './application-states.ts'
import type { PersonChoice } from './person-choice.ts'

interface ApplicationPageProps {
  record: StoredRecord
  state: ApplicationState
  tab: string
  descriptor: ResourceDescriptor
  fields: FieldMap
  person: PersonChoice
  onPerson: (person: PersonChoice) => void
  /** Opens the form at a field. */
  onCorrect: (field: string) => void
  children: ReactNode
}

const photos = {
  resource: 'memberApplicationPhotos',
  failure: 'Member Application photo upload failed',
}

/** What stands above every tab of an application: face, name, state, facts and what can be done now. */
export function ApplicationPage(props: ApplicationPageProps) {
  const { record, state, tab, descriptor, children } = props
  const name = String(record.name ?? '')
  return (
    <Page
      title={name}
      leading={
        <RecordPhoto
          resource="memberApplications"
          record={record}
          photos={photos}
          name={name}
          mayChange={descriptor.may.update && !state.isFinal}
        />
      }
      state={
        <>
          <StateBadge tone={state.colour as never} label={state.name} />
          {state.code !== 'unverified' && mayAskToConfirm(record, state.code) && (
            <StateBadge tone="amber" label="Email por confirmar" />
          )}
        </>
      }
      subtitle={subtitleOf(record)}
      action={<ApplicationActions {...props} />}
    >
      <ApplicationFacts record={record} />
      <RecordTabs
        label="Partes da candidatura"
        tabs={[
          { name: 'ficha', label: 'Candidatura', path: applicationPath(record._id) },
          { name: 'historico', label: 'Histórico', path: applicationPath(record._id, 'historico') },
        ]}
        current={tab}
      />
      {children}
    </Page>
  )
}

function subtitleOf({ number, categoryLabel, submittedAt }: StoredRecord): string {
  const facts = [
    `Candidatura n.º\u00A0${String(number)}`,
    categoryLabel,
    typeof submittedAt === 'string' && `recebida a ${dayOf(submittedAt)}`,
  ]
  return facts.filter(Boolean).join(' · ')
}
