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
