import { organisationToday } from '../../fields/organisation-clock.ts'
import { NewRecordPage } from '../../resource/new-record-page.tsx'
import { RecordFields, type FormControls } from '../../resource/record-form.tsx'
import {
  PossibleDuplicates,
  usePossibleDuplicates,
  useFillFromPerson,
  memberSheetClasses as classes,
} from '../member-parts/index.ts'

/** The form of a new member, with possible duplicates beside it. */
export default function MemberNew() {
  return (
    <NewRecordPage resource="members" initial={{ admissionDate: organisationToday() }}>
      {(form) => <NewMember form={form} />}
    </NewRecordPage>
  )
}

function NewMember({ form }: { form: FormControls }) {
  const duplicates = usePossibleDuplicates(form.values)
  const fillFromPerson = useFillFromPerson(form)
  return (
    <div className={classes.sheet}>
      <div className={classes.main}>
        <RecordFields form={form} />
      </div>
      <aside className={classes.warnings} aria-label="Pessoas já conhecidas">
        <PossibleDuplicates
          people={duplicates}
          chosen={form.values.personId}
          onUse={(id) => void fillFromPerson(id)}
        />
      </aside>
    </div>
  )
}
