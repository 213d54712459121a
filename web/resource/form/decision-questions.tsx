import { Radio, Stack } from '@mantine/core'
import { fieldId } from './field-focus.ts'
import { FormField } from './form-sections.tsx'
import type { FormControls } from './use-record-form.ts'

/** Asks what the server says that a save must, or may, decide: what becomes of amounts, and from which day on the change holds. */
export function DecisionQuestions({ form }: { form: FormControls }) {
  return (
    <>
      <SinceQuestion form={form} />
      <AmountsQuestion form={form} />
    </>
  )
}

/** The first day for which the change holds, once the server warns that it decides something. */
function SinceQuestion({ form }: { form: FormControls }) {
  const field = form.fields['since']
  const isAsked = form.errorOf('since') ?? form.warningOf('since') ?? form.values['since']
  if (!field?.hidden || !isAsked) return null
  return <FormField form={form} field={field} readOnly={false} />
}

/** What becomes of amounts whose periodicity a save changes, once the server refused to save without it. */
function AmountsQuestion({ form }: { form: FormControls }) {
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
