import { recordPath } from '@agremia/resources/paths.ts'
import { Radio, Stack } from '@mantine/core'
import { ChangedCharges } from './changed-charges.tsx'
import { fieldId } from './field-focus.ts'
import { FormField } from './form-sections.tsx'
import type { FormControls } from './use-record-form.ts'

/** Fields that forms show only when the server returns an error or a warning for them: effective date, amounts to keep or convert, secrets to revoke. */
export function DecisionQuestions({ form }: { form: FormControls }) {
  return (
    <>
      <SinceQuestion form={form} />
      <AmountsQuestion form={form} />
      <SecretsQuestion form={form} />
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

/** What becomes of amounts whose periodicity a save changes. */
function AmountsQuestion({ form }: { form: FormControls }) {
  return <ChoiceQuestion form={form} name="amounts" options={form.fields.amounts?.options ?? []} />
}

/** What becomes of the secrets that the user of an account issued. */
function SecretsQuestion({ form }: { form: FormControls }) {
  return <ChoiceQuestion form={form} name="endsSecrets" options={yesOrNo} />
}

const yesOrNo = [
  { value: true, label: 'Sim' },
  { value: false, label: 'Não' },
]

/** A decision on what the save brings about, once the server refused to save without it. */
function ChoiceQuestion({ form, name, options }: ChoiceQuestionProps) {
  const field = form.fields[name]
  const error = form.errorOf(name)
  const value = form.values[name]
  const isDecided = options.some((option) => option.value === value)
  if (!field || (error === undefined && !isDecided)) return null
  return (
    <Radio.Group
      id={fieldId(form.id, name)}
      label={field.label}
      description={field.help}
      error={error}
      value={isDecided ? String(value) : null}
      onChange={(chosen) => form.set(name, options.find((option) => String(option.value) === chosen)?.value)}
    >
      <Stack gap="xs" mt="xs">
        {options.map((option) => (
          <Radio key={option.label} value={String(option.value)} label={option.label} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

interface ChoiceQuestionProps {
  form: FormControls
  name: string
  options: readonly { value: string | boolean; label: string }[]
}
