import { Textarea } from '@mantine/core'
import type { FormControls } from '../../resource/record-form.tsx'
import { Card } from '../../ui/card.tsx'

/** What is good to know of the person, beside the record and saved with it. */
export function NotesCard({ form, readOnly }: { form: FormControls; readOnly: boolean }) {
  const field = form.fields.notes
  if (!field) return null
  const value = form.values.notes
  return (
    <Card title={field.label}>
      <Textarea
        id={`${form.id}-notes`}
        aria-label={field.label}
        autosize
        minRows={3}
        maxRows={14}
        readOnly={readOnly}
        error={form.errorOf('notes')}
        value={typeof value === 'string' ? value : ''}
        onChange={(event) => form.set('notes', event.currentTarget.value || null)}
        onBlur={() => form.touch('notes')}
      />
    </Card>
  )
}
