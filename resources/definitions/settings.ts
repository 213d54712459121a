import type { Caller } from '../access.ts'
import { admins, anyOf, editorsOf, isStaff, nobody } from '../access.ts'
import { defineResource } from '../define-resource.ts'
import { longText, text } from '../fields.ts'
import { applicationSettings } from '../settings/application-settings.ts'
import { cardSettings } from '../settings/card-settings.ts'
import { duesSettings } from '../settings/dues-settings.ts'
import { memberSettings } from '../settings/member-settings.ts'
import { messagingSettings } from '../settings/messaging-settings.ts'
import { organisationSettings } from '../settings/organisation-settings.ts'
import type { Setting } from '../settings/setting.ts'

/** Placeholder of secret values in responses. A request that sends it leaves the value unchanged. */
export const secretPlaceholder = '••••••••'

/** All settings of the organisation, by name. Values are text; checkboxes have 'true' or 'false'. */
export const settingList = {
  ...organisationSettings,
  ...messagingSettings,
  ...memberSettings,
  ...duesSettings,
  ...cardSettings,
  ...applicationSettings,
}

export type SettingName = keyof typeof settingList
export type Settings = Record<SettingName, string>

export const settingNames = Object.keys(settingList) as SettingName[]
export const publicSettings = settingNames.filter((name) => 'public' in settingList[name])

export function settingOf(name: SettingName): Setting {
  return settingList[name]
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
  fields: {
    name: text({ label: 'Nome', readOnly: true, sortable: true, max: 60, required: true }),
    value: longText({ label: 'Valor', max: 2000 }),
  },
})
