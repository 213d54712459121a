import type { FieldDescriptor, FieldMap } from '@agremia/resources/descriptor.ts'
import { FieldCell } from '../fields/field-cell.tsx'
import type { Values } from '../fields/index.ts'
import { isEmptyValue } from './form/changes.ts'
import classes from './form/form.module.css'

export interface RecordSheetProps {
  fields: FieldMap
  record: Values
  /** Fields that the screen shows elsewhere. */
  omit?: readonly string[]
}

/** Read-only view of a record: its filled fields, in groups. */
export function RecordSheet({ fields, record, omit = [] }: RecordSheetProps) {
  const shown = Object.values(fields).filter(
    (field) => isShown(field, record[field.name]) && !omit.includes(field.name),
  )
  const groups = [...Map.groupBy(shown, ({ group }) => group)]
  return (
    <div className={classes.sections}>
      {groups.map(([group, members]) => (
        <section key={group} className={classes.section} aria-label={group || undefined}>
          {group !== '' && <h2 className={classes.heading}>{group}</h2>}
          <dl className={classes.grid}>
            {members.map((field) => (
              <FieldValue key={field.name} field={field} record={record} />
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}

function FieldValue({ field, record }: { field: FieldDescriptor; record: Values }) {
  const value = record[field.name]
  return (
    <div className={classes.read} data-span={field.span ?? 1}>
      <dt>{field.label}</dt>
      <dd>{field.inputType === 'textarea' ? String(value) : <FieldCell {...{ field, value, record }} />}</dd>
    </div>
  )
}

function isShown(field: FieldDescriptor, value: unknown): boolean {
  return !field.hidden && field.inputType !== 'image' && value !== false && !isEmptyValue(value)
}
