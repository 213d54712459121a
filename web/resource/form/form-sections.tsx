import { useRef } from 'react'
import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import { useFirstField } from '../../ui/first-field.ts'
import { FormField } from './form-field.tsx'
import type { FormControls } from './use-record-form.ts'
import classes from './form.module.css'

export interface FormSectionsProps {
  form: FormControls
  /** Fields that the screen shows elsewhere. */
  omit?: readonly string[]
  readOnly?: boolean
  /** The title above the form; a group with this name has no heading. */
  title?: string
}

/** The fields in their groups, in up to three columns. */
export function FormSections({ form, omit = [], readOnly = false, title = '' }: FormSectionsProps) {
  const fields = Object.values(form.fields).filter(
    (field) => isVisible(field, form.isNew) && !omit.includes(field.name),
  )
  const sections = useRef<HTMLDivElement>(null)
  useFirstField(sections, form.isNew)
  const groups = [...Map.groupBy(fields, ({ group }) => group)]
  return (
    <div ref={sections} className={classes.sections}>
      {groups.map(([group, members]) => (
        <section key={group} className={classes.section} aria-label={group || undefined}>
          {group !== title && group !== '' && groups.length > 1 && !equalsFieldLabel(group, members) && (
            <h2 className={classes.heading}>{group}</h2>
          )}
          <div className={classes.grid}>
            {members.map((field) => (
              <FormField key={field.name} form={form} field={field} readOnly={readOnly} />
            ))}
          </div>
        </section>
      ))}
    </div>
  )
}

/** A group of one field with the same label needs no heading. */
function equalsFieldLabel(group: string, [only, ...others]: readonly FieldDescriptor[]): boolean {
  return only?.label === group && others.length === 0
}

/** Read-only fields are empty in a new record; images are shown elsewhere. */
function isVisible(field: FieldDescriptor, isNew: boolean): boolean {
  if (field.hidden) return false
  if (field.readOnly) return !isNew && field.inputType !== 'image'
  return true
}
