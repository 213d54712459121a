import { Radio, Stack } from '@mantine/core'
import { fieldId } from './field-focus.ts'
import type { FormControls } from './use-record-form.ts'

/** Asks what becomes of amounts whose periodicity a save changes, once the server refused to save without it. */
export function AmountsQuestion({ form }: { form: FormControls }) {
  const field = form.fields['amounts']
  const error = form.errorOf('amounts')
  const { amounts } = form.values
  if (!field?.options || (error === undefined && typeof amounts !== 'string')) return null
  return (
    <Radio.Group
      id={fieldId(form.id, 'amounts')}
      label={field.label}
      description={field.help}
      error={error}
      value={typeof amounts === 'string' ? amounts : null}
      onChange={(value) => form.set('amounts', value)}
    >
      <Stack gap="xs" mt="xs">
        {field.options.map(({ value, label }) => (
          <Radio key={String(value)} value={String(value)} label={label} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
