import { ErrorSummary, ResumedNote } from './form/error-summary.tsx'
import { FormSaving, type FormSavingProps } from './form/form-saving.tsx'
import { FormSections, type FormSectionsProps } from './form/form-sections.tsx'
import classes from './form/form.module.css'

export { ErrorSummary, ResumedNote, SaveProblem } from './form/error-summary.tsx'
export { FormSaving } from './form/form-saving.tsx'
export { FormSections } from './form/form-sections.tsx'
export { useRecordForm, type FormControls } from './form/use-record-form.ts'

export type RecordFormProps = FormSectionsProps & FormSavingProps

/**
 * The form of any resource, drawn from what the explainer says of it. Screens with a layout of their own put its
 * parts where they belong.
 */
export function RecordForm({ form, omit, readOnly, within, onSaved }: RecordFormProps) {
  return (
    <div className={classes.form}>
      <ErrorSummary form={form} />
      <ResumedNote form={form} />
      <FormSections form={form} omit={omit} readOnly={readOnly} />
      <FormSaving form={form} within={within} onSaved={onSaved} />
    </div>
  )
}
