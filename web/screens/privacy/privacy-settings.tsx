import { retentionNames, retentionSetting } from '@agremia/resources/retention.ts'
import { confidentialKinds } from '@agremia/resources/settings/privacy-settings.ts'
import { SettingsPage, SettingsPanel } from '../../resource/settings/settings-page.tsx'

/** Settings of privacy: how long data are kept, hidden fields, protected people, the mark of lists, and what the register of activities has besides. */
export default function PrivacySettings() {
  return <SettingsPage title="Configuração de privacidade" tabs={tabs} />
}

const retentionSettings = retentionNames.flatMap((name) => retentionSetting(name) ?? [])

const tabs = [
  {
    name: 'conservacao',
    label: 'Conservação',
    panel: (
      <SettingsPanel
        names={retentionSettings}
        purpose="Quanto tempo se guarda cada coisa. A informação sobre proteção de dados que os candidatos leem diz o mesmo: muda com estes prazos, numa versão nova. Os documentos de pagamento guardam-se dez anos, por lei."
      />
    ),
  },
  {
    name: 'campos',
    label: 'Campos ocultos',
    panel: (
      <SettingsPanel
        names={Object.values(confidentialKinds)}
        purpose="O que se oculta, só os administradores e a própria pessoa o veem e alteram: não aparece aos editores, ao conselho fiscal nem aos programas em listas, fichas, pesquisas, exportações e históricos. Quem não vê tudo também não importa ficheiros nem funde fichas. Os recibos e as outras provas de pagamento continuam a ter o NIF, que a lei pede."
      />
    ),
  },
  {
    name: 'pessoas',
    label: 'Pessoas protegidas',
    panel: (
      <SettingsPanel
        names={['protectsPeople']}
        purpose="Para quem corre perigo, ou é conhecido: os dados só se veem ao abrir a ficha, só os administradores a abrem, e fica registado quem a leu e quando."
      />
    ),
  },
  {
    name: 'listas',
    label: 'Listas',
    panel: (
      <SettingsPanel
        names={['watermarkLists']}
        purpose="O que fica nas listas que saem da aplicação, para se saber de onde veio uma folha perdida."
      />
    ),
  },
  {
    name: 'registo',
    label: 'Registo de atividades',
    panel: (
      <SettingsPanel
        names={['dataProtectionContact', 'securityMeasures']}
        purpose="O que o registo das atividades de tratamento diz de todas elas."
      />
    ),
  },
]
