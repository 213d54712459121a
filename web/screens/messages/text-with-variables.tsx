import type { ReactNode } from 'react'
import { Textarea, TextInput } from '@mantine/core'
import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import { fieldFrame, maxLength } from '../../fields/field-frame.tsx'
import { InsertVariable, type Variable } from '../../ui/rich-text/insert-variable.tsx'
import { useInsertVariable } from '../../ui/rich-text/use-insert-variable.ts'
import type { FormControls } from '../../resource/record-form.tsx'
import { fieldId } from '../../resource/form/field-focus.ts'
import classes from './text-with-variables.module.css'

interface TextWithVariablesProps {
  form: FormControls
  field: FieldDescriptor
  variables: readonly Variable[]
  /** Shown below the box, such as the cost. */
  note?: ReactNode
}

/** A plain text field with a menu that inserts variables in braces at the cursor. */
export function TextWithVariables({ form, field, variables, note }: TextWithVariablesProps) {
  const value = String(form.values[field.name] ?? '')
  const set = (text: string) => form.set(field.name, text === '' ? null : text)

  const { box, insert } = useInsertVariable(value, set)
  const shared = {
    ...fieldFrame({
      id: fieldId(form.id, field.name),
      field,
      value,
      record: form.values,
      error: form.errorOf(field.name),
      onChange: (text) => set(String(text)),
    }),
    ref: box,
    value,
    maxLength: maxLength(field),
    onChange: (event: { currentTarget: { value: string } }) => set(event.currentTarget.value),
    onBlur: () => form.touch(field.name),
  }
  return (
    <div className={classes.field}>
      {field.inputType === 'textarea' ? (
        <Textarea {...shared} autosize minRows={3} maxRows={10} />
      ) : (
        <TextInput {...shared} autoComplete="off" />
      )}
      {note}
      <div className={classes.insert}>
        <InsertVariable
          variables={variables}
          onInsert={insert}
          label={`Inserir dado em ${field.label.toLowerCase()}`}
        />
      </div>
    </div>
  )
}
