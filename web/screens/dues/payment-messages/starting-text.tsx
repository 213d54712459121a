import { useQuery } from '@tanstack/react-query'
import { counted, joinList } from '@agremia/resources/rules/plural.ts'
import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import { plainText } from '../../../fields/texts.ts'
import type { FormControls, FormValues } from '../../../resource/record-form.tsx'
import { confirmDialog } from '../../../ui/confirm-dialog.tsx'
import { messageTextsQuery } from '../../messages/index.ts'
import { Choice } from '../../../ui/choice.tsx'

interface StartingTextFieldProps {
  form: FormControls
  field: FieldDescriptor
}

/** Fills the message with the organisation's text of an automatic payment notice. */
export function StartingTextField({ form, field }: StartingTextFieldProps) {
  const texts = useQuery(messageTextsQuery).data?.data ?? []

  const chosen = form.values[field.name]

  async function applyText(event: string | null) {
    const text = texts.find(({ name }) => name === event)
    if (!text) return form.set(field.name, null)
    const summary = writtenSummary(form.values)
    const label = field.options?.find(({ value }) => value === event)?.label ?? ''
    if (summary === undefined || (await confirmReplacing(summary, label)))
      form.setMany({ [field.name]: event, ...startingTextsFrom(text) })
  }

  return (
    <Choice
      label={field.label}
      placeholder="Texto em branco"
      data={field.options ?? []}
      value={typeof chosen === 'string' ? chosen : null}
      clearable
      onChange={(event) => void applyText(event)}
    />
  )
}

/** Summarises the current texts, which would be replaced; undefined when they are empty. */
export function writtenSummary({ subject, body, smsText }: FormValues<'paymentMessage'>): string | undefined {
  const count = wordCount(String(body ?? ''))
  const parts = [
    subject ? `o assunto «${plainText(subject)}»` : '',
    count > 0 ? `o texto (${counted(count, 'palavra', 'palavras')})` : '',
    smsText ? 'o texto do SMS' : '',
  ].filter(Boolean)
  return parts.length === 0 ? undefined : joinList(parts)
}

function wordCount(html: string): number {
  return html
    .replaceAll(/<[^>]*>/g, ' ')
    .split(/\s+/)
    .filter(Boolean).length
}

function confirmReplacing(summary: string, label: string): Promise<boolean> {
  return confirmDialog({
    title: 'Trocar o texto?',
    message: `Perde-se o que está escrito: ${summary}. No seu lugar fica o texto de «${label}».`,
    confirmLabel: 'Trocar',
    cancelLabel: 'Ficar com o que está',
  })
}

/** The texts of an automatic notice without the variable `{outrasDividas}`, which exists only in notices. */
export function startingTextsFrom({ subject, body, smsText }: Record<string, unknown>) {
  return {
    subject: withoutOtherDebts(subject),
    body: withoutOtherDebts(body),
    smsText: withoutOtherDebts(smsText) || null,
  }
}

function withoutOtherDebts(text: unknown): string {
  return String(text ?? '')
    .replaceAll('<p>{outrasDividas}</p>', '')
    .replaceAll(/\s*\{outrasDividas\}/g, '')
}
