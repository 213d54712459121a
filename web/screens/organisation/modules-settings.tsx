import type { SettingName } from '@agremia/resources/definitions/settings.ts'
import { SettingFields, SettingsBar } from '../../resource/settings/setting-fields.tsx'
import { useSettingsForm } from '../../resource/settings/use-settings-form.ts'
import { Page } from '../../ui/page.tsx'
import classes from './organisation-settings.module.css'

const names: SettingName[] = ['hasMemberApplication']
/** Modules that the specification names and this version does not have. */
const plannedNames: SettingName[] = ['hasTreasury', 'treasuryHasCostCenters', 'automatedMemberPayments']
const allNames = [...names, ...plannedNames]

/** Switches the modules on and off, and says what each changes. */
export default function ModulesSettings() {
  const settings = useSettingsForm(allNames)
  return (
    <Page title="Configuração de módulos">
      <p className={classes.purpose}>
        Desligar um módulo tira-o do menu e não apaga nada: quando o ligar outra vez, está tudo como ficou.
      </p>
      <SettingFields names={names} settings={settings} />
      <section className={classes.planned} aria-labelledby="por-chegar">
        <h2 id="por-chegar">Por chegar</h2>
        <p className={classes.purpose}>
          Esta versão ainda não tem estes módulos. A escolha fica guardada, e só terá efeito na versão que os
          trouxer.
        </p>
        <SettingFields names={plannedNames} settings={settings} />
      </section>
      <SettingsBar settings={settings} />
    </Page>
  )
}
