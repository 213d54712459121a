import { allows } from '@agremia/resources/access.ts'
import { NotesCard } from '../../resource/form/notes-card.tsx'
import { DecisionQuestions } from '../../resource/form/decision-questions.tsx'
import { RecordFields } from '../../resource/record-form.tsx'
import type { RecordPart } from '../../resource/record-page.tsx'
import { ConsentsCard } from '../consents/index.ts'
import {
  PossibleDuplicates,
  usePossibleDuplicates,
  memberSheetClasses as classes,
} from '../member-parts/index.ts'
import { ErasedCard, ProtectedCard, useIsWithheld } from '../privacy/index.ts'
import { ChangedCharges } from '../../resource/form/changed-charges.tsx'
import { Soon } from '../../ui/soon.tsx'
import { StateCard } from './state-card.tsx'

/** The form of a member; beside it possible duplicates, state, notes and consents. */
export function MemberSheet({ form, record, descriptor }: RecordPart<'members'>) {
  const readOnly = !allows(descriptor.may.update, record)
  const isWithheld = useIsWithheld(record)
  const duplicates = usePossibleDuplicates(form.values, { personId: record.personId, changes: form.changes })
  return (
    <div className={classes.sheet}>
      <div className={classes.main}>
        <RecordFields
          form={form}
          omit={isWithheld ? [...omittedFields, ...emptyFields(record)] : omittedFields}
          readOnly={readOnly}
        />
      </div>
      <aside className={classes.side} aria-label="Estado e observações">
        <div className={classes.warnings}>
          <PossibleDuplicates people={duplicates} />
        </div>
        <ErasedCard record={record} />
        <ProtectedCard record={record} />
        <DecisionQuestions form={form} />
        <SaveCharges form={form} memberId={record._id} />
        <Soon>
          <StateCard record={record} />
          {!isWithheld && <NotesCard form={form} name="notes" readOnly={readOnly} />}
          {!isWithheld && <NotesCard form={form} name="personNotes" readOnly={readOnly} />}
          {!isWithheld && typeof record.personId === 'string' && <ConsentsCard personId={record.personId} />}
        </Soon>
      </aside>
    </div>
  )
}

const decidingFields = [
  'categoryId',
  'admissionDate',
  'quotaPlanId',
  'customQuota',
  'amounts',
  'exemptFrom',
  'exemptUntil',
]

/** The charges that the changed form makes different. */
function SaveCharges({ form, memberId }: Pick<RecordPart<'members'>, 'form'> & { memberId: string }) {
  const changed = form.changes.filter((name) => decidingFields.includes(name))
  return (
    <ChangedCharges
      path={`members/${memberId}/charges/preview`}
      body={
        changed.length > 0 ? Object.fromEntries(changed.map((name) => [name, form.values[name]])) : undefined
      }
      field={form.fields.charges}
      value={form.values.charges}
      onChange={(charges) => form.set('charges', charges)}
    />
  )
}

/** Fields shown elsewhere on the page: beside the form, in the header or in the tab of payments. */
const omittedFields = [
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

/** Fields without a value, which includes all that are withheld. */
function emptyFields(record: RecordPart<'members'>['record']): string[] {
  return Object.entries(record).flatMap(([name, value]) => ([value ?? []].flat().length === 0 ? name : []))
}
