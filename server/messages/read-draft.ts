import { coerce } from '@agremia/resources/coerce.ts'
import type { Definition } from '@agremia/resources/define-resource.ts'
import type { Field } from '@agremia/resources/fields.ts'
import { checkField } from '@agremia/resources/validate.ts'
import { invalid } from '../errors.ts'
import type { FieldMessages } from '../rest/modules.ts'
import { keepTexts } from './keep-texts.ts'
import type { Draft } from './preview-candidates.ts'
import type { Naming } from './templates.ts'

/** Texts that may be empty in a preview. */
const mayBeEmpty = new Set(['subject', 'body'])

interface DraftInput {
  /** The body of the request. */
  given: Record<string, unknown>
  today: string
  /** The variables that the texts may use. */
  naming?: Naming
}

/**
 * Reads the fields `names` of an unsaved batch, with its texts in their stored form, and `at`, the index of the sample message.
 * Subject and body may be empty. Throws 422 by field, also with the errors of `validate`.
 */
export function readDraft(
  definition: Definition,
  names: readonly string[],
  { given, today, naming }: DraftInput,
  validate: (merged: Record<string, unknown>) => FieldMessages,
): Draft & Record<string, unknown> {
  const { at = 0, ...fields } = given
  const errors: FieldMessages = {}
  const merged: Record<string, unknown> = {}
  for (const name of Object.keys(fields)) if (!names.includes(name)) errors[name] = ['Campo desconhecido.']
  for (const name of names) {
    const field = definition.fields[name] as Field
    const coerced = coerce(field, fields[name] ?? field.default ?? null, today)
    if ('problem' in coerced) {
      errors[name] = [coerced.problem]
      continue
    }
    const rules = mayBeEmpty.has(name) ? { ...field, required: false } : field
    const checked = checkField(rules, coerced.value, { today, record: {} })
    merged[name] = checked.value
    if (checked.errors.length > 0) errors[name] = checked.errors
  }
  if (!Number.isInteger(at) || (at as number) < 0) errors['at'] = ['Indique um número inteiro.']
  const hasBody = Boolean(merged['body'])
  const problems = { ...keepTexts({ values: merged, merged }, naming), ...validate(merged) }
  if (!hasBody) delete problems['body']
  const allErrors = { ...problems, ...errors }
  if (Object.keys(allErrors).length > 0) throw invalid(allErrors)
  const { subject, body, smsText } = merged
  const texts = { subject: subject ?? '', body: body ?? '', smsText: smsText ?? '' }
  return { ...merged, ...texts, at } as Draft & Record<string, unknown>
}
