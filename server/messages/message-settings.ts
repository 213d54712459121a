import { findMessageEvent } from '@agremia/resources/message-events.ts'
import { recordAudit } from '../rest/audit.ts'
import type { ActionCall, FieldMessages, Hooks } from '../rest/modules.ts'
import { keepTexts, keptText } from './keep-texts.ts'
import { sayKnownMarks, unknownMarks } from './templates.ts'

/** What is wrong with texts that will be filled in: names in braces that mean nothing there. */
export function templateProblems(
  texts: Record<string, unknown>,
  event: Parameters<typeof unknownMarks>[1],
): FieldMessages {
  const errors: FieldMessages = {}
  for (const [field, text] of Object.entries(texts)) {
    if (typeof text !== 'string') continue
    const unknown = unknownMarks(text, event).map((name) => `{${name.slice(0, 40)}}`)
    if (unknown.length > 0)
      errors[field] = [`Não existe: ${unknown.slice(0, 10).join(', ')}. Pode usar: ${sayKnownMarks(event)}.`]
    else if (field === 'body' && keptText(field, text, event) === '') errors[field] = ['Campo obrigatório.']
  }
  return errors
}

/** The texts of an event, changed by the organisation. */
export const messageSettingsHooks: Hooks = {
  validate: async ({ before, merged }) => {
    const event = findMessageEvent(String(before?.['name'] ?? ''))
    const { subject, body, smsText } = merged
    const errors = templateProblems({ subject, body, smsText }, event)
    const missing = event?.needs?.find((name) => !String(body).includes(`{${name}}`))
    if (missing) errors['body'] ??= [`Falta {${missing}}: sem isso a mensagem não serve para nada.`]
    if (event?.urgent && merged['enabled'] !== true)
      errors['enabled'] = ['Esta mensagem não se desliga: sem ela ninguém recupera o acesso.']
    return { errors }
  },
  async beforeSave({ before, values, merged }) {
    const event = findMessageEvent(String(before?.['name'] ?? ''))
    keepTexts({ values, merged }, event)
    values['isDefault'] =
      merged['subject'] === event?.subject &&
      merged['body'] === event?.body &&
      (merged['smsText'] ?? '') === event?.smsText
  },
}

/** Brings the program's texts back. */
export async function reset(call: ActionCall): Promise<undefined> {
  const { db, record, changes } = call
  const event = findMessageEvent(String(record['name']))
  if (!event) return undefined
  const { rows } = await db.query({
    text: `UPDATE message_settings SET subject = $2, body = $3, sms_text = $4, is_default = true,
             version = version + 1, updated_at = now() WHERE id = $1 RETURNING version`,
    values: [record._id, event.subject, event.body, event.smsText],
  })
  const { version } = rows[0] as { version: number }
  changes.push({ resource: 'messageSettings', action: 'updated', id: record._id, version })
  const { subject, body, smsText } = event
  const texts = Object.entries({ subject, body, smsText }).filter(([field, text]) => record[field] !== text)
  await recordAudit(call, [
    {
      resource: 'messageSettings',
      id: record._id,
      action: 'reset',
      changes: texts.map(([field, to]) => ({ field, from: record[field] ?? null, to })),
    },
  ])
  return undefined
}
