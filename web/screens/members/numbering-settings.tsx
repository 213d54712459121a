import { TextInput } from '@mantine/core'
import { settingOf } from '@agremia/resources/definitions/settings.ts'
import { SaveBar } from '../../ui/save-bar.tsx'
import { useSettingsForm } from './use-settings-form.ts'

const name = 'membersFirstNumber'

/** Which number the next member gets. */
export function NumberingSettings() {
  const settings = useSettingsForm([name])
  const { label, help } = settingOf(name)
  return (
    <>
      <TextInput
        maw="24rem"
        label={label}
        description={help}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        inputMode="numeric"
        value={settings.value(name)}
        error={settings.errorOf(name)}
        onChange={(event) => settings.set(name, event.currentTarget.value)}
      />
      <SaveBar
        changes={settings.changes}
        saving={settings.saving}
        onSave={() => void settings.save()}
        onDiscard={settings.discard}
      />
    </>
  )
}
