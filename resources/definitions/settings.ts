import type { Caller } from '../access.ts'
import { admins, anyOf, editorsOf, isStaff, nobody } from '../access.ts'
import { defineResource } from '../define-resource.ts'
import { type Field, type Fields, longText, text } from '../fields.ts'
import { applicationSettings } from '../settings/application-settings.ts'
import { backupSettings } from '../settings/backup-settings.ts'
import { cardSettings } from '../settings/card-settings.ts'
import { debitSettings } from '../settings/debit-settings.ts'
import { developerSettings } from '../settings/developer-settings.ts'
import { duesSettings } from '../settings/dues-settings.ts'
import { gatewaySettings } from '../settings/gateway-settings.ts'
import { memberSettings } from '../settings/member-settings.ts'
import { messagingSettings } from '../settings/messaging-settings.ts'
import { organisationSettings } from '../settings/organisation-settings.ts'
import { privacySettings } from '../settings/privacy-settings.ts'
import { retentionSettings } from '../settings/retention-settings.ts'
import type { Setting } from '../settings/setting.ts'
import { namesOf } from '../names.ts'

/** Placeholder of secret values in responses. A request that sends it leaves the value unchanged. */
export const secretPlaceholder = '••••••••'

/** All settings of the organisation, by name. Values are text; checkboxes have 'true' or 'false'. */
export const settingList = {
  ...organisationSettings,
  ...messagingSettings,
  ...memberSettings,
  ...duesSettings,
  ...gatewaySettings,
  ...debitSettings,
  ...cardSettings,
  ...applicationSettings,
  ...backupSettings,
  ...developerSettings,
  ...retentionSettings,
  ...privacySettings,
}

export type SettingName = keyof typeof settingList
export type Settings = Record<SettingName, string>

export const settingNames = namesOf(settingList)
export const publicSettings = settingNames.filter((name) => 'public' in settingList[name])
export const secretSettings = settingNames.filter((name) => 'secret' in settingList[name])

export function settingOf(name: SettingName): Setting {
  return settingList[name]
}

const yesOrNo = { true: 'Sim', false: 'Não' }

function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(settingList, name)
}

/** The field `value` of a setting. */
function valueFieldOf({ label, secret, inputType, options, rules = [] }: Setting): Field {
  const words = inputType === 'checkbox' ? yesOrNo : options
  const field = longText({ label, max: 2000, rules })
  if (secret) return { ...field, writeOnly: true }
  return words
    ? { ...field, options: Object.entries(words).map(([value, word]) => ({ value, label: word })) }
    : field
}

const readable = (caller: Caller) => (isStaff(caller) ? true : { name: publicSettings })

/** Settings as name and value, addressed by id or by name. */
export const settings = defineResource({
  name: 'settings',
  kind: 'byName',
  label: { one: 'Definição', many: 'Definições', gender: 'f' },
  title: 'name',
  access: {
    read: readable,
    create: nobody,
    update: anyOf(admins, editorsOf({ name: settingNames.filter((name) => !settingOf(name).admin) })),
    delete: nobody,
  },
  list: { sort: 'name' },
  titleText: (name) => (isSettingName(name) ? settingOf(name).label : undefined),
  // Settings of earlier versions stay in the table.
  titledFields: (name): Fields => (isSettingName(name) ? { value: valueFieldOf(settingOf(name)) } : {}),
  fields: {
    name: text({ label: 'Nome', readOnly: true, sortable: true, max: 60, required: true }),
    value: longText({ label: 'Valor', max: 2000 }),
  },
})
