import { coerce } from '@agremia/resources/coerce.ts'
import type { Definition } from '@agremia/resources/define-resource.ts'
import type { Field } from '@agremia/resources/fields.ts'
import { checkField } from '@agremia/resources/validate.ts'
import type { MessageEvent } from '@agremia/resources/message-events.ts'
import { invalid } from '../errors.ts'
import type { FieldMessages } from '../rest/modules.ts'
import { keptText } from './keep-texts.ts'
import type { Draft } from './preview-candidates.ts'

/** Texts that may be empty while somebody writes. */
const unfinished = new Set(['subject', 'body'])

interface ReadDraft {
  merged: Record<string, unknown>
  at: number
}

/**
 * The named fields of a sending that is being written, which may still lack its texts; and `at`, the place of the person whose
 * message is to be seen. Throws 422 by field, with what `judge` finds in them too.
 */
export function readDraft(
  definition: Definition,
  names: readonly string[],
  { given, today }: { given: Record<string, unknown>; today: string },
  judge: (merged: Record<string, unknown>) => FieldMessages,
): ReadDraft {
  const { at = 0, ...texts } = given
  const errors: FieldMessages = {}
  const merged: Record<string, unknown> = {}
  for (const name of Object.keys(texts)) if (!names.includes(name)) errors[name] = ['Campo desconhecido.']
  for (const name of names) {
    const field = definition.fields[name] as Field
    const read = coerce(field, texts[name] ?? field.default ?? null, today)
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
  const problems = judge(merged)
  if (!merged['body']) delete problems['body']
  const all = { ...problems, ...errors }
  if (Object.keys(all).length > 0) throw invalid(all)
  return { merged, at: at as number }
}

/** What was read, with its texts as they would be kept. */
export function draftOf({ merged, at }: ReadDraft, event?: Pick<MessageEvent, 'aliases'>): Draft {
  return {
    ...(merged as unknown as Draft),
    subject: keptText('subject', String(merged['subject'] ?? ''), event),
    body: keptText('body', String(merged['body'] ?? ''), event),
    smsText: keptText('smsText', String(merged['smsText'] ?? ''), event),
    at,
  }
}
