import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { formTab, historyTab, RecordPage } from '../../resource/record-page.tsx'
import { RecordSkeleton } from '../../ui/skeletons.tsx'
import { applicationHead } from './application-head.tsx'
import { ApplicationReview, type Editing } from './application-review.tsx'
import { applicationPath } from '../../paths/applications.ts'
import { useApplicationStates } from './application-states.ts'
import { undecided, type PersonChoice } from './person-choice.ts'

/** One application: what was asked, whether the person is known, and what is decided. */
export default function ApplicationEdit() {
  const { id } = useParams()
  return <Application key={id} />
}

/** Who the person was said to be outlives the change from one tab to another. */
function Application() {
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
