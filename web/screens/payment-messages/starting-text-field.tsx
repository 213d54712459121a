import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import type { FormControls } from '../../resource/record-form.tsx'
import { confirmDialog } from '../../ui/confirm-dialog.ts'
import { messageTextsQuery } from '../messages/message-texts-query.ts'
import { textsToBegin } from './starting-text.ts'

interface StartingTextFieldProps {
  form: FormControls
  field: FieldDescriptor
}

/** Begins with the text of one of the automatic messages about debts, as the organisation has it. */
export function StartingTextField({ form, field }: StartingTextFieldProps) {
  const texts = useQuery(messageTextsQuery).data?.data ?? []

  async function begin(event: string | null) {
    const text = texts.find(({ name }) => name === event)
    if (!text) return form.set(field.name, null)
    if (!form.values.body || (await mayReplace()))
      form.setMany({ [field.name]: event, ...textsToBegin(text) })
  }

  return (
    <Select
      label={field.label}
      placeholder="Texto em branco"
      data={field.options ?? []}
      value={typeof form.values[field.name] === 'string' ? String(form.values[field.name]) : null}
      clearable
      onChange={(event) => void begin(event)}
    />
  )
}

function mayReplace(): Promise<boolean> {
  return confirmDialog({
    title: 'Trocar o texto?',
    message: 'O que está escrito dá lugar ao texto escolhido.',
    confirmLabel: 'Trocar',
    cancelLabel: 'Ficar com o que está',
  })
}
