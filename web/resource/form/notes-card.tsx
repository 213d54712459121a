import { Textarea } from '@mantine/core'
import { Card } from '../../ui/with-side.tsx'
import { fieldId } from './field-focus.ts'
import type { FormControls } from './use-record-form.ts'

interface NotesCardProps {
  form: FormControls
  /** Name of the notes field. */
  name: string
  readOnly: boolean
}

/** Notes beside the record, saved with it. */
export function NotesCard({ form, name, readOnly }: NotesCardProps) {
  const field = form.fields[name]
  if (!field) return null
  const value = form.values[name]
  return (
    <Card title={field.label}>
      <Textarea
        id={fieldId(form.id, name)}
        aria-label={field.label}
        autosize
        minRows={3}
        maxRows={14}
        readOnly={readOnly}
        error={form.errorOf(name)}
        value={typeof value === 'string' ? value : ''}
        onChange={(event) => form.set(name, event.currentTarget.value || null)}
        onBlur={() => form.touch(name)}
      />
    </Card>
  )
}
