import { coerce } from '@agremia/resources/coerce.ts'
import type { Definition } from '@agremia/resources/define-resource.ts'
import type { Field } from '@agremia/resources/fields.ts'
import { checkField } from '@agremia/resources/validate.ts'
import { invalid } from '../errors.ts'
import type { FieldMessages } from '../rest/modules.ts'
import { keepTexts } from './keep-texts.ts'
import type { Draft } from './preview-candidates.ts'
import type { Naming } from './templates.ts'

/** Texts that may be empty while somebody writes. */
const unfinished = new Set(['subject', 'body'])

interface Reading {
  given: Record<string, unknown>
  today: string
  /** What the texts may name. */
  naming?: Naming
}

/**
 * The named fields of a sending that is being written, with its texts as they would be stored and possibly still empty; and `at`,
 * the place of the person whose message is to be seen. Throws 422 by field, with what `judge` finds in them too.
 */
export function readDraft(
  definition: Definition,
  names: readonly string[],
  { given, today, naming }: Reading,
  judge: (merged: Record<string, unknown>) => FieldMessages,
): Draft & Record<string, unknown> {
  const { at = 0, ...fields } = given
  const errors: FieldMessages = {}
  const merged: Record<string, unknown> = {}
  for (const name of Object.keys(fields)) if (!names.includes(name)) errors[name] = ['Campo desconhecido.']
  for (const name of names) {
    const field = definition.fields[name] as Field
    const read = coerce(field, fields[name] ?? field.default ?? null, today)
    if ('problem' in read) {
      errors[name] = [read.problem]
      continue
    }
    const rules = unfinished.has(name) ? { ...field, required: false } : field
    const checked = checkField(rules, read.value, { today, record: {} })
    merged[name] = checked.value
    if (checked.errors.length > 0) errors[name] = checked.errors
  }
  if (!Number.isInteger(at) || (at as number) < 0) errors['at'] = ['Indique um número inteiro.']
  const hasBody = Boolean(merged['body'])
  const problems = { ...keepTexts({ values: merged, merged }, naming), ...judge(merged) }
  if (!hasBody) delete problems['body']
  const all = { ...problems, ...errors }
  if (Object.keys(all).length > 0) throw invalid(all)
  const { subject, body, smsText } = merged
  const texts = { subject: subject ?? '', body: body ?? '', smsText: smsText ?? '' }
  return { ...merged, ...texts, at } as Draft & Record<string, unknown>
}
