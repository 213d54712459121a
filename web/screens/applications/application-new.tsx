import { Checkbox } from '@mantine/core'
import { NewRecordPage } from '../../resource/new-record-page.tsx'
import { RecordFields, type FormControls } from '../../resource/record-form.tsx'
import {
  PossibleDuplicates,
  usePossibleDuplicates,
  memberSheetClasses as sheet,
} from '../member-parts/index.ts'
import { useApplicationStates } from './application-states.ts'
import { useInapplicableFields } from './use-inapplicable-fields.ts'

/** The form in which the staff enter an application made at the counter. */
export default function ApplicationNew() {
  return (
    <NewRecordPage resource="memberApplications">{(form) => <NewApplication form={form} />}</NewRecordPage>
  )
}

function NewApplication({ form }: { form: FormControls<'memberApplications'> }) {
  const inapplicable = useInapplicableFields(form)
  const known = usePossibleDuplicates(form.values)
  return (
    <div className={sheet.sheet}>
      <div className={sheet.main}>
        <RecordFields form={form} omit={['stateId', ...inapplicable]} lead={<DraftChoice form={form} />} />
      </div>
      <aside className={sheet.warnings} aria-label="Pessoas já conhecidas">
        <PossibleDuplicates people={known} />
      </aside>
    </div>
  )
}

/** A draft is saved without checking the rules of an application. */
function DraftChoice({ form }: { form: FormControls<'memberApplications'> }) {
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
