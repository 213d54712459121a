import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { counted, joinList } from '@agremia/resources/rules/plural.ts'
import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import type { Values } from '../../../fields/index.ts'
import { plainText } from '../../../fields/texts.ts'
import type { FormControls } from '../../../resource/record-form.tsx'
import { confirmDialog } from '../../../ui/confirm-dialog.ts'
import { messageTextsQuery } from '../../messages/index.ts'
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
    const written = writtenWords(form.values)
    const label = field.options?.find(({ value }) => value === event)?.label ?? ''
    if (written === undefined || (await mayReplace(written, label)))
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

/** What would be lost of what is written; undefined where that is nothing. */
export function writtenWords({ subject, body, smsText }: Values): string | undefined {
  const count = readableWords(String(body ?? ''))
  const parts = [
    subject ? `o assunto «${plainText(subject)}»` : '',
    count > 0 ? `o texto (${counted(count, 'palavra', 'palavras')})` : '',
    smsText ? 'o texto do SMS' : '',
  ].filter(Boolean)
  return parts.length === 0 ? undefined : joinList(parts)
}

function readableWords(html: string): number {
  return html
    .replaceAll(/<[^>]*>/g, ' ')
    .split(/\s+/)
    .filter(Boolean).length
}

function mayReplace(written: string, label: string): Promise<boolean> {
  return confirmDialog({
    title: 'Trocar o texto?',
    message: `Perde-se o que está escrito: ${written}. No seu lugar fica o texto de «${label}».`,
    confirmLabel: 'Trocar',
    cancelLabel: 'Ficar com o que está',
  })
}
