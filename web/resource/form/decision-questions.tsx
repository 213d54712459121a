import { recordPath } from '@agremia/resources/paths.ts'
import { Radio, Stack } from '@mantine/core'
import { ChangedCharges } from './changed-charges.tsx'
import { fieldId } from './field-focus.ts'
import { FormField } from './form-sections.tsx'
import type { FormControls } from './use-record-form.ts'

/** Fields that forms show only when the server returns an error or a warning for them: effective date, and amounts to keep or convert. */
export function DecisionQuestions({ form }: { form: FormControls }) {
  return (
    <>
      <SinceQuestion form={form} />
      <AmountsQuestion form={form} />
    </>
  )
}

/** What becomes of the charges of many members that a change of rules makes different. */
export function ChargesQuestion({ form, recordId }: { form: FormControls; recordId: string }) {
  const field = form.fields.charges
  const changed = form.changes.filter((name) => name !== 'charges')
  if (!field?.options?.some(({ value }) => value === 'list')) return null
  return (
    <ChangedCharges
      path={`${recordPath(form.resource, recordId)}/charges/preview`}
      body={
        changed.length > 0 ? Object.fromEntries(changed.map((name) => [name, form.values[name]])) : undefined
      }
      field={field}
      value={form.values.charges}
      onChange={(charges) => form.set('charges', charges)}
      isPaused={form.saving}
    />
  )
}

/** The effective date of the change, once the server returns a warning for it. */
function SinceQuestion({ form }: { form: FormControls }) {
  const field = form.fields.since
  const isAsked = form.errorOf('since') ?? form.warningOf('since') ?? form.values.since
  if (!field?.hidden || !isAsked) return null
  return <FormField form={form} field={field} readOnly={false} />
}

/** What becomes of amounts whose periodicity a save changes, once the server refused to save without it. */
function AmountsQuestion({ form }: { form: FormControls }) {
  const field = form.fields.amounts
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
          <Radio key={value} value={value} label={label} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
