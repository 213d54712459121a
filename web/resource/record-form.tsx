import type { ReactNode } from 'react'
import { ErrorSummary, ResumedNote } from './form/error-summary.tsx'
import { FormSaving } from './form/form-saving.tsx'
import { FormSections, type FormSectionsProps } from './form/form-sections.tsx'
import type { FormControls } from './form/use-record-form.ts'
import classes from './form/form.module.css'

export { ErrorSummary, ResumedNote, SaveProblem } from './form/error-summary.tsx'
export { FormSaving } from './form/form-saving.tsx'
export { FormSections } from './form/form-sections.tsx'
export { useRecordForm, type FormControls } from './form/use-record-form.ts'

type RecordFieldsProps = FormSectionsProps & {
  /** Before the fields. */
  lead?: ReactNode
}

/** The fields of a form and what is wrong with them. Screens with a layout of their own put its parts where they belong. */
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

/** The form of any resource, drawn from what the explainer says of it, with the way to save it. */
export function RecordForm({ form }: { form: FormControls }) {
  return (
    <>
      <RecordFields form={form} />
      <FormSaving form={form} />
    </>
  )
}
