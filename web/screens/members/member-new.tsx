import { organisationToday } from '../../fields/organisation-clock.ts'
import { NewRecordPage } from '../../resource/new-record-page.tsx'
import { RecordFields, type FormControls } from '../../resource/record-form.tsx'
import {
  KnownPeople,
  useKnownPeople,
  usePerson,
  memberSheetClasses as classes,
} from '../member-parts/index.ts'

/** Somebody joins. While the name is typed, whoever is already known is named beside it. */
export default function MemberNew() {
  return (
    <NewRecordPage resource="members" initial={{ admissionDate: organisationToday() }}>
      {(form) => <NewMember form={form} />}
    </NewRecordPage>
  )
}

function NewMember({ form }: { form: FormControls }) {
  const known = useKnownPeople(form.values)
  const usePersonOf = usePerson(form)
  return (
    <div className={classes.sheet}>
      <div className={classes.main}>
        <RecordFields form={form} />
      </div>
      <aside className={classes.warnings} aria-label="Pessoas já conhecidas">
        <KnownPeople people={known} chosen={form.values.personId} onUse={(id) => void usePersonOf(id)} />
      </aside>
    </div>
  )
}
