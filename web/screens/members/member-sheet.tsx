import type { StoredRecord } from '../../api/client.ts'
import { NotesCard } from '../../resource/form/notes-card.tsx'
import { ErrorSummary, FormSections, ResumedNote, type FormControls } from '../../resource/record-form.tsx'
import { ConsentsCard } from '../consents/consents-card.tsx'
import { KnownPeople } from './known-people.tsx'
import { StateCard } from './state-card.tsx'
import { useKnownPeople } from './use-known-people.ts'
import classes from './member-sheet.module.css'

interface MemberSheetProps {
  form: FormControls
  record: StoredRecord
  mayUpdate: boolean
}

/** The record itself, with the state and the notes beside it, and whoever it seems to become the same as. */
export function MemberSheet({ form, record, mayUpdate }: MemberSheetProps) {
  const known = useKnownPeople(form.values, { personId: record.personId, changes: form.changes })
  return (
    <div className={classes.sheet}>
      <div className={classes.main}>
        <ErrorSummary form={form} />
        <ResumedNote form={form} />
        <FormSections form={form} omit={shownBeside} readOnly={!mayUpdate} />
      </div>
      <aside className={classes.side} aria-label="Estado e observações">
        <div className={classes.warnings}>
          <KnownPeople people={known} />
        </div>
        <StateCard record={record} />
        <NotesCard form={form} name="notes" readOnly={!mayUpdate} />
        <NotesCard form={form} name="personNotes" readOnly={!mayUpdate} />
        {typeof record.personId === 'string' && <ConsentsCard personId={record.personId} />}
      </aside>
    </div>
  )
}

/** Also what the head and the part about payments show. */
const shownBeside = [
  'currentStateId',
  'stateSince',
  'notes',
  'personNotes',
  'balance',
  'overdueAmount',
  'credit',
  'oldestDebt',
  'debtYears',
  'quotasUpToDate',
]
