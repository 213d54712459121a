import { Checkbox } from '@mantine/core'
import { NewRecordPage } from '../../resource/new-record-page.tsx'
import { RecordFields, type FormControls } from '../../resource/record-form.tsx'
import { KnownPeople, useKnownPeople, memberSheetClasses as sheet } from '../member-parts/index.ts'
import { useApplicationStates } from './application-states.ts'
import { useFieldsNotAsked } from './use-fields-not-asked.ts'

/** Somebody applies at the counter, and the staff writes it down. */
export default function ApplicationNew() {
  return (
    <NewRecordPage resource="memberApplications">{(form) => <NewApplication form={form} />}</NewRecordPage>
  )
}

function NewApplication({ form }: { form: FormControls }) {
  const notAsked = useFieldsNotAsked(form)
  const known = useKnownPeople(form.values)
  return (
    <div className={sheet.sheet}>
      <div className={sheet.main}>
        <RecordFields form={form} omit={['stateId', ...notAsked]} lead={<DraftChoice form={form} />} />
      </div>
      <aside className={sheet.warnings} aria-label="Pessoas já conhecidas">
        <KnownPeople people={known} />
      </aside>
    </div>
  )
}

/** What is not complete yet may wait as a draft, without its rules. */
function DraftChoice({ form }: { form: FormControls }) {
  const draft = useApplicationStates()?.find(({ code }) => code === 'draft')
  if (!draft) return null
  return (
    <Checkbox
      label="Guardar como rascunho, para completar mais tarde"
      checked={form.values.stateId === draft._id}
      onChange={(event) => form.set('stateId', event.currentTarget.checked ? draft._id : null)}
    />
  )
}
