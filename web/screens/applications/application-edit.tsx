import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { formTab, historyTab, RecordPage } from '../../resource/record-page.tsx'
import { RecordSkeleton } from '../../ui/skeletons.tsx'
import { applicationHead } from './application-head.tsx'
import { ApplicationReview, type Editing } from './application-review.tsx'
import { applicationPath } from '../../paths/applications.ts'
import { useApplicationStates } from './application-states.ts'
import { undecided, type PersonChoice } from './person-choice.ts'

/** The page of one application: its fields, similar people and the decision. */
export default function ApplicationEdit() {
  const { id } = useParams()
  return <Application key={id} />
}

function Application() {
  // Kept above the tabs, so that changing tabs does not lose the choice.
  const [person, onPerson] = useState<PersonChoice>(undecided)
  const [editing, onEdit] = useState<Editing>()
  const { id = '', tab = formTab.name } = useParams()
  const navigate = useNavigate()
  const onCorrect = (field: string) => {
    onEdit({ field })
    if (tab !== formTab.name) void navigate(applicationPath(id))
  }
  return (
    <RecordPage
      resource="memberApplications"
      awaited={<RecordSkeleton />}
      isReady={useApplicationStates() !== undefined}
      head={(part) => applicationHead({ ...part, person, onPerson, onCorrect })}
      tabs={[
        {
          ...formTab,
          label: 'Candidatura',
          panel: (part) => <ApplicationReview {...part} {...{ person, onPerson, editing, onEdit }} />,
        },
        historyTab,
      ]}
    />
  )
}
