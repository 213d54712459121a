import { memo } from 'react'
import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import { limitsBefore } from '@agremia/resources/rules/dates.ts'
import { faceOf, type Values } from '../../fields/index.ts'
import { companionsOf } from './changes.ts'
import { fieldId } from './field-id.ts'
import type { FormControls } from './use-record-form.ts'
import classes from './form.module.css'

interface FormFieldProps {
  form: FormControls
  field: FieldDescriptor
  readOnly: boolean
}

/** One field of a form. What only the program sets is told, not offered. */
export function FormField({ form, field, readOnly }: FormFieldProps) {
  const shared = { field, value: form.values[field.name], record: form.values }
  return (
    <div className={classes.field} data-span={field.span ?? 1}>
      {readOnly || field.readOnly ? (
        <ToldField {...shared} />
      ) : (
        <WrittenField
          {...shared}
          id={fieldId(form.id, field.name)}
          error={form.errorOf(field.name)}
          warning={form.warningOf(field.name)}
          onSet={form.set}
          onTouch={form.touch}
        />
      )}
    </div>
  )
}

interface WrittenFieldProps {
  field: FieldDescriptor
  value: unknown
  record: Values
  id: string
  error: string | undefined
  warning: string | undefined
  onSet: FormControls['set']
  onTouch: FormControls['touch']
}

/** Drawn again only when something of its own changed: long forms stay light under the fingers. */
const WrittenField = memo(function WrittenField({ field, onSet, onTouch, ...rest }: WrittenFieldProps) {
  const { Input } = faceOf(field)
  return (
    <Input
      {...rest}
      field={field}
      onChange={(value, companions) => onSet(field.name, value, companions)}
      onBlur={() => onTouch(field.name)}
    />
  )
}, isAlike)

/** Of the other fields, one only needs to know those that its own meaning hangs on. */
function isAlike(before: WrittenFieldProps, now: WrittenFieldProps): boolean {
  const same: (keyof WrittenFieldProps)[] = ['field', 'value', 'error', 'warning', 'id']
  return (
    same.every((prop) => Object.is(before[prop], now[prop])) &&
    [...companionsOf(now.field.name), ...limitsBefore(now.field.validation), 'country'].every(
      (name) => before.record[name] === now.record[name],
    )
  )
}

function ToldField({ field, value, record }: { field: FieldDescriptor; value: unknown; record: Values }) {
  const { Cell, toText } = faceOf(field)
  return (
    <dl className={classes.told}>
      <dt>{field.label}</dt>
      <dd>
        {/* Lists leave out what is not so; by itself, «no» is an answer. */}
        {field.inputType === 'checkbox' ? (
          toText(value, field, record)
        ) : (
          <Cell field={field} value={value} record={record} />
        )}
      </dd>
    </dl>
  )
}
