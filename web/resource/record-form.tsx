import type { ReactNode } from 'react'
import type { RecordFor } from '../api/client.ts'
import { SaveBar } from '../ui/save-bar.tsx'
import { ConflictPanel } from './form/conflict-panel.tsx'
import { ErrorSummary, ResumedNote } from './form/error-summary.tsx'
import { useFocusOnRefusal } from './form/field-focus.ts'
import { FormSections, type FormSectionsProps } from './form/form-sections.tsx'
import { useLeaveGuard } from './form/leave-guard.ts'
import type { FormControls } from './form/use-record-form.ts'
import { savedText, toastDone } from './toast-done.ts'
import classes from './form/form.module.css'

export { ErrorSummary, ResumedNote, SaveProblem } from './form/error-summary.tsx'
export { FormSections } from './form/form-sections.tsx'
export { useRecordForm, type FormControls, type FormValues } from './form/use-record-form.ts'

type RecordFieldsProps = FormSectionsProps & {
  /** Content before the fields. */
  lead?: ReactNode
}

/** The fields of a form with its errors. Screens with a layout of their own use the parts. */
export function RecordFields({ lead, ...sections }: RecordFieldsProps) {
  const { form } = sections
  return (
    <div className={classes.form}>
      <ErrorSummary form={form} />
      <ResumedNote form={form} />
      {lead}
      <FormSections {...sections} />
    </div>
  )
}

/** The form of any resource, with its save bar. */
export function RecordForm({ form }: { form: FormControls }) {
  return (
    <>
      <RecordFields form={form} />
      <FormSaving form={form} />
    </>
  )
}

interface FormSavingProps<Name extends string> {
  form: FormControls<Name>
  /** Navigation to paths that begin with this one does not leave the form. */
  within?: string
  /** Says that it was saved, instead of the usual text. */
  announce?: ((record: RecordFor<Name>) => void) | undefined
  onSaved?: (record: RecordFor<Name>) => void
}

/** The save bar, the conflict dialog and the question before leaving. */
export function FormSaving<Name extends string>({ form, within, announce, onSaved }: FormSavingProps<Name>) {
  useLeaveGuard(form, within)
  useFocusOnRefusal(form)

  async function finish(saving: Promise<RecordFor<Name> | undefined>) {
    const saved = await saving
    if (!saved) return
    if (announce) announce(saved)
    else toastDone(saved, savedText)
    onSaved?.(saved)
  }

  return (
    <>
      <SaveBar
        changes={form.changes.length}
        isNew={form.isNew}
        errors={form.wrong.length}
        saving={form.saving}
        problem={form.problem}
        onSave={() => void finish(form.save())}
        onDiscard={form.discard}
      />
      {form.conflict && (
        <ConflictPanel
          form={form}
          conflict={form.conflict}
          onSettle={(choices) => void finish(form.settle(choices))}
        />
      )}
    </>
  )
}
