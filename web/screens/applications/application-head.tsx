import { mayAskToConfirm } from '@agremia/resources/application-states.ts'
import type { StoredRecord } from '../../api/client.ts'
import type { Found } from '../../resource/found-record.tsx'
import { RecordPhoto } from '../../resource/photo/record-photo.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { ApplicationActions } from './application-actions.tsx'
import { dayOf } from './application-cells.tsx'
import { ApplicationFacts } from './application-facts.tsx'
import { useApplicationState } from './application-states.ts'
import type { PersonChoice } from './person-choice.ts'

export interface ApplicationHeadProps extends Found {
  person: PersonChoice
  onPerson: (person: PersonChoice) => void
  /** Opens the form at a field. */
  onCorrect: (field: string) => void
}

const photos = {
  resource: 'memberApplicationPhotos',
  failure: 'Member Application photo upload failed',
}

/** The parts of the page's head, above the tabs: photo, state, facts and actions. */
export function applicationHead(props: ApplicationHeadProps) {
  const { record } = props
  return {
    leading: <ApplicationPhoto {...props} />,
    state: <ApplicationBadges record={record} />,
    subtitle: subtitleOf(record),
    action: <ApplicationActions {...props} />,
    facts: <ApplicationFacts record={record} />,
  }
}

function ApplicationPhoto({ record, descriptor }: Found) {
  const state = useApplicationState(record)
  return (
    <RecordPhoto
      resource="memberApplications"
      record={record}
      photos={photos}
      name={String(record.name ?? '')}
      mayChange={descriptor.may.update && state?.isFinal === false}
    />
  )
}

function ApplicationBadges({ record }: { record: StoredRecord }) {
  const state = useApplicationState(record)
  if (!state) return null
  return (
    <>
      <StateBadge tone={state.colour as never} label={state.name} />
      {state.code !== 'unverified' && mayAskToConfirm(record, state.code) && (
        <StateBadge tone="amber" label="Email por confirmar" />
      )}
    </>
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
