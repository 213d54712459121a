import { Textarea } from '@mantine/core'
import { Card } from '../../ui/with-side.tsx'
import { fieldId } from './field-focus.ts'
import type { FormControls } from './use-record-form.ts'
import classes from './form.module.css'

interface NotesCardProps {
  form: FormControls
  /** Name of the notes field. */
  name: string
  readOnly: boolean
}

/** Notes beside the record, saved with it. Without any, people who may not change them see no card. */
export function NotesCard({ form, name, readOnly }: NotesCardProps) {
  const field = form.fields[name]
  if (!field) return null
  const value = form.values[name]
  const text = typeof value === 'string' ? value : ''
  if (readOnly && text === '') return null
  return (
    <Card title={field.label}>
      {readOnly ? (
        <p className={classes.notes}>{text}</p>
      ) : (
        <Textarea
          id={fieldId(form.id, name)}
          aria-label={field.label}
          autosize
          minRows={3}
          maxRows={14}
          error={form.errorOf(name)}
          value={text}
          onChange={(event) => form.set(name, event.currentTarget.value || null)}
          onBlur={() => form.touch(name)}
        />
      )}
    </Card>
  )
}
