import type { SettingName, Settings } from '@agremia/resources/definitions/settings.ts'
import { secretPlaceholder, secretSettings, settingOf } from '@agremia/resources/definitions/settings.ts'
import { literals, raw, sql } from '../database/sql.ts'
import type { Tx } from '../database/transaction.ts'
import { toJson } from '../rest/codec.ts'
import type { ComputedColumn } from '../rest/plan.ts'
import type { World } from '../rest/modules.ts'

/** The value in answers: secrets are masked when they are set. */
export const shownValue: ComputedColumn = {
  sql: (alias) => {
    const s = raw(alias)
    return sql`CASE WHEN ${s}.value <> '' AND ${s}.name IN (${literals(secretSettings)}) THEN '${raw(secretPlaceholder)}' ELSE ${s}.value END`
  },
  toJson: toJson.text,
}

/** The value to store: secrets are encrypted. */
export async function toStoredValue(
  { db, world }: { db: Tx; world: World },
  name: SettingName | undefined,
  value: string,
): Promise<string> {
  if (name === undefined || value === '' || !settingOf(name).secret) return value
  return (await world.keys.sealer(db, 'settings'))(value).toString('base64')
}

/** The decrypted value of a secret setting; empty when it is not set. */
export async function readSecretSetting(
  world: World,
  settings: Settings,
  name: SettingName,
): Promise<string> {
  const encrypted = settings[name]
  return encrypted === '' ? '' : world.keys.unseal('settings', Buffer.from(encrypted, 'base64'))
}
