import type { SettingName } from '@agremia/resources/definitions/settings.ts'
import { SettingFields, SettingsBar } from '../../resource/settings/setting-fields.tsx'
import { useSettingsForm } from '../../resource/settings/use-settings-form.ts'
import { Page } from '../../ui/page.tsx'
import classes from './organisation-settings.module.css'

const names: SettingName[] = [
  'hasMemberApplication',
  'hasTreasury',
  'treasuryHasCostCenters',
  'automatedMemberPayments',
]

/** Switches the modules on and off, and says what each changes. */
export default function ModulesSettings() {
  const settings = useSettingsForm(names)
  return (
    <Page title="Configuração de módulos">
      <p className={classes.purpose}>
        Desligar um módulo tira-o do menu e não apaga nada: quando o ligar outra vez, está tudo como ficou.
      </p>
      <SettingFields names={names} settings={settings} />
      <SettingsBar settings={settings} />
    </Page>
  )
}
