import { NotesCard } from '../../resource/form/notes-card.tsx'
import { RecordFields } from '../../resource/record-form.tsx'
import type { RecordPart } from '../../resource/record-page.tsx'
import { ConsentsCard } from '../consents/index.ts'
import { KnownPeople, useKnownPeople, memberSheetClasses as classes } from '../member-parts/index.ts'
import { StateCard } from './state-card.tsx'

/** The record itself, with the state and the notes beside it, and whoever it seems to become the same as. */
export function MemberSheet({ form, record, descriptor }: RecordPart) {
  const readOnly = !descriptor.may.update
  const known = useKnownPeople(form.values, { personId: record.personId, changes: form.changes })
  return (
    <div className={classes.sheet}>
      <div className={classes.main}>
        <RecordFields form={form} omit={shownBeside} readOnly={readOnly} />
      </div>
      <aside className={classes.side} aria-label="Estado e observações">
        <div className={classes.warnings}>
          <KnownPeople people={known} />
        </div>
        <StateCard record={record} />
        <NotesCard form={form} name="notes" readOnly={readOnly} />
        <NotesCard form={form} name="personNotes" readOnly={readOnly} />
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
