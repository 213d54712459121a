import type { SettingName, Settings } from '@agremia/resources/definitions/settings.ts'
import { secretPlaceholder, settingNames, settingOf } from '@agremia/resources/definitions/settings.ts'
import type { World } from '../context.ts'
import { literals, raw, sql } from '../database/sql.ts'
import { toJson } from '../rest/codec.ts'
import type { ComputedColumn } from '../rest/plan.ts'
import { seal, unseal } from '../secrets.ts'

const secretNames = settingNames.filter((name) => settingOf(name).secret)

/** The value in answers: secrets are masked when they are set. */
export const shownValue: ComputedColumn = {
  sql: (alias) => {
    const s = raw(alias)
    return sql`CASE WHEN ${s}.value <> '' AND ${s}.name IN (${literals(secretNames)}) THEN '${raw(secretPlaceholder)}' ELSE ${s}.value END`
  },
  toJson: toJson.text,
}

/** The value to store: secrets are encrypted. */
export async function toStoredValue(
  world: World,
  name: SettingName | undefined,
  value: string,
): Promise<string> {
  if (name === undefined || value === '' || !settingOf(name).secret) return value
  return seal(await world.secret('settings'), value).toString('base64')
}

/** The decrypted value of a secret setting; empty when it is not set. */
export async function readSecretSetting(
  world: World,
  settings: Settings,
  name: SettingName,
): Promise<string> {
  const encrypted = settings[name]
  return encrypted === '' ? '' : unseal(await world.secret('settings'), Buffer.from(encrypted, 'base64'))
}
