import { SettingFields, SettingsBar } from '../../resource/settings/setting-fields.tsx'
import { useSettingsForm } from '../../resource/settings/use-settings-form.ts'

const names = ['membersFirstNumber'] as const

/** Sets the lowest number that a new member can get. */
export function NumberingSettings() {
  const settings = useSettingsForm(names)
  return (
    <>
      <SettingFields names={names} settings={settings} />
      <SettingsBar settings={settings} />
    </>
  )
}
