import { isOptionalPurpose } from '@agremia/resources/definitions/consents.ts'
import { maybeOne, sql } from '../database/sql.ts'
import { cancelSilencedOf } from './silence.ts'
import type { Hooks, WriteContext } from '../rest/modules.ts'

/** For members the method is `memberArea` and the evidence the IP address; staff record method, evidence and date themselves. */
export const consentHooks: Hooks = {
  async validate({ caller, values, merged, world }) {
    const errors: Record<string, string[]> = {}
    if (caller.role === 'member' && !isOptionalPurpose(merged['purpose']))
      errors['purpose'] = ['Só a secretaria pode registar esta finalidade.']
    if (typeof values['at'] === 'string' && new Date(values['at']) > world.clock())
      errors['at'] = ['É uma data futura: indique quando foi dado ou retirado.']
    return { errors }
  },

  async beforeSave(context) {
    const { world, caller, address, values, merged } = context
    values['at'] ??= world.clock().toISOString()
    if (caller.role === 'member') {
      values['method'] = merged['method'] = 'memberArea'
      values['evidence'] = merged['evidence'] = address
    }
    if (merged['textVersion'] == null && merged['status'] !== 'withdrawn')
      values['textVersion'] = merged['textVersion'] = await currentTextVersion(context)
  },

  async afterSave(context) {
    await cancelSilencedOf(context, String(context.merged['personId']))
  },
}

/** The current version of the purpose's text, such as `newsletter 3`; null when there is no text. */
async function currentTextVersion({ db, merged }: WriteContext): Promise<string | null> {
  const name = merged['purpose'] === 'minor' ? 'guardianConsent' : merged['purpose']
  const text = await maybeOne(
    db,
    sql`SELECT text_version FROM member_application_texts WHERE name = ${name}`,
    { text_version: 'integer' },
  )
  return text ? `${String(name)} ${text.text_version}` : null
}
