import { findMessageEvent } from '@agremia/resources/message-events.ts'
import { one, raiseVersion, sql } from '../database/sql.ts'
import { recordAudit } from '../rest/audit.ts'
import type { ActionCall, Hooks } from '../rest/modules.ts'
import { keepTexts } from './keep-texts.ts'

/** Rules for the organisation's texts of an event. Urgent events cannot be disabled. */
export const messageSettingsHooks: Hooks = {
  validate: async (context) => {
    const event = findMessageEvent(String(context.before?.['name'] ?? ''))
    const errors = keepTexts(context, event)
    if (event?.urgent && context.merged['enabled'] !== true)
      errors['enabled'] = ['Esta mensagem não se desliga: sem ela ninguém recupera o acesso.']
    return { errors }
  },
  async beforeSave({ before, values, merged }) {
    const event = findMessageEvent(String(before?.['name'] ?? ''))
    values['isDefault'] =
      merged['subject'] === event?.subject &&
      merged['body'] === event?.body &&
      (merged['smsText'] ?? '') === event?.smsText
  },
}

/** Restores the default texts of the program. */
export async function reset(call: ActionCall): Promise<undefined> {
  const { db, record, changes } = call
  const event = findMessageEvent(String(record['name']))
  if (!event) return undefined
  const { version } = await one(
    db,
    sql`UPDATE message_settings SET subject = ${event.subject}, body = ${event.body}, sms_text = ${event.smsText}, is_default = true,
             ${raiseVersion()} WHERE id = ${record._id} RETURNING version`,
    { version: 'integer' },
  )
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
