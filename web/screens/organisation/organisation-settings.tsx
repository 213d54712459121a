import type { SettingName } from '@agremia/resources/definitions/settings.ts'
import { useSearchParams } from 'react-router'
import { RecordTabs } from '../../resource/record-tabs.tsx'
import { SettingFields, SettingsBar } from '../../resource/settings/setting-fields.tsx'
import { useSettingsForm } from '../../resource/settings/use-settings-form.ts'
import { Page } from '../../ui/page.tsx'
import { LogoSetting } from './logo-setting.tsx'
import { WordsSettings } from './words-settings.tsx'

/** Settings of the organisation: identification, terminology and program. */
export default function OrganisationSettings() {
  const [params] = useSearchParams()
  const tab = params.get('separador') ?? 'identificacao'
  return (
    <Page title="Configuração da organização">
      <RecordTabs label="Configurações" tabs={tabs} current={tab} />
      {tab === 'identificacao' && (
        <>
          <LogoSetting />
          <PlainSettings names={identityNames} />
        </>
      )}
      {tab === 'palavras' && <WordsSettings />}
      {tab === 'programa' && <PlainSettings names={programNames} />}
    </Page>
  )
}

const tabs = Object.entries({
  identificacao: 'Identificação',
  palavras: 'Palavras',
  programa: 'Programa',
}).map(([name, label]) => ({ name, label, path: `?separador=${name}` }))

const identityNames: SettingName[] = [
  'name',
  'orgType',
  'organisationNif',
  'organisationAddress',
  'organisationEmail',
  'organisationPhone',
  'organisationWebsite',
  'organisationColour',
  'foundationDate',
  'timeZone',
]
const programNames: SettingName[] = ['supportEmail', 'revealUnknownAccounts', 'staging']

function PlainSettings({ names }: { names: readonly SettingName[] }) {
  const settings = useSettingsForm(names)
  return (
    <>
      <SettingFields names={names} settings={settings} />
      <SettingsBar settings={settings} />
    </>
  )
}
