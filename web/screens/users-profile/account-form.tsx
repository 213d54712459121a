import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { TextInput } from '@mantine/core'
import type { FieldMap } from '@agremia/resources/descriptor.ts'
import { useFields } from '../../api/queries.ts'
import {
  ErrorSummary,
  FormSaving,
  ResumedNote,
  useRecordForm,
  type FormControls,
} from '../../resource/record-form.tsx'
import { fieldId } from '../../resource/form/field-focus.ts'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import card from '../../ui/form-card.module.css'

export type Account = ResourceRecord<'users'>

/** The form of the user's own name, with `autocomplete` for browsers. */
export function AccountForm({ account }: { account: Account }) {
  const fields = useFields('users')
  return fields ? <LoadedAccountForm account={account} fields={fields} /> : <FormSkeleton fields={1} />
}

function LoadedAccountForm({ account, fields }: { account: Account; fields: FieldMap }) {
  const form = useRecordForm({ resource: 'users', fields, record: account })
  return (
    <>
      <ErrorSummary form={form} />
      <ResumedNote form={form} />
      <section className={card.card} aria-labelledby="account">
        <h2 id="account">Conta</h2>
        <TextInput {...nameInputProps(form)} label="Nome" autoComplete="name" />
      </section>
      <FormSaving form={form} />
    </>
  )
}

function nameInputProps(form: FormControls<'users'>) {
  const { name } = form.values
  return {
    id: fieldId(form.id, 'name'),
    value: typeof name === 'string' ? name : '',
    error: form.errorOf('name'),
    required: true,
    onChange: (event: { currentTarget: HTMLInputElement }) => form.set('name', event.currentTarget.value),
    onBlur: () => form.touch('name'),
  }
}
