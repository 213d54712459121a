import type { StoredRecord } from '../../api/client.ts'
import { NotesCard } from '../../resource/form/notes-card.tsx'
import { ErrorSummary, FormSections, ResumedNote, type FormControls } from '../../resource/record-form.tsx'
import { StateCard } from './state-card.tsx'
import classes from './member-sheet.module.css'

interface MemberSheetProps {
  form: FormControls
  record: StoredRecord
  mayUpdate: boolean
}

/** The record itself, with the state and the notes beside it. */
export function MemberSheet({ form, record, mayUpdate }: MemberSheetProps) {
  return (
    <div className={classes.sheet}>
      <div className={classes.main}>
        <ErrorSummary form={form} />
        <ResumedNote form={form} />
        <FormSections form={form} omit={shownBeside} readOnly={!mayUpdate} />
      </div>
      <aside className={classes.side} aria-label="Estado e observações">
        <StateCard record={record} />
        <NotesCard form={form} name="notes" readOnly={!mayUpdate} />
      </aside>
    </div>
  )
}

/** Also what the head and the part about payments show. */
const shownBeside = [
  'currentStateId',
  'stateSince',
  'notes',
  'balance',
  'overdueAmount',
  'credit',
  'oldestDebt',
  'debtYears',
  'quotasUpToDate',
]
