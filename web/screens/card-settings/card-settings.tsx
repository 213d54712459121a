import { useSearchParams } from 'react-router'
import { fillTerms, type Terminology } from '@agremia/resources/terminology.ts'
import type { SettingName } from '@agremia/resources/definitions/settings.ts'
import { useTerminology } from '../../api/queries.ts'
import { RecordTabs } from '../../resource/record-tabs.tsx'
import { SettingFields, SettingsBar } from '../../resource/settings/setting-fields.tsx'
import { useSettingsForm } from '../../resource/settings/use-settings-form.ts'
import { Page } from '../../ui/page.tsx'
import { LetterSettings } from './letter-settings.tsx'
import { PrintSettings } from './print-settings.tsx'
import { TemplatesSettings } from './templates-settings.tsx'
import classes from './card-settings.module.css'

/** Settings of cards: templates, validity, printing, letter and public verification. */
export default function CardSettings() {
  const terminology = useTerminology()
  const [params] = useSearchParams()
  const tab = params.get('separador') ?? 'modelos'
  return (
    <Page title="Configuração de cartões">
      <RecordTabs label="Configurações" tabs={tabs} current={tab} />
      {tab === 'modelos' && <TemplatesSettings />}
      {tab === 'validade' && <PlainSettings names={validityNames} />}
      {tab === 'impressao' && <PrintSettings />}
      {tab === 'carta' && <LetterSettings />}
      {tab === 'verificacao' && (
        <PlainSettings names={verificationNames} purpose={verificationPurpose(terminology)} />
      )}
    </Page>
  )
}

const tabs = Object.entries({
  modelos: 'Modelos',
  validade: 'Validade e novas vias',
  impressao: 'Impressão',
  carta: 'Carta',
  verificacao: 'Verificação',
}).map(([name, label]) => ({ name, label, path: `?separador=${name}` }))

const validityNames: SettingName[] = [
  'cardsValidity',
  'cardsValidityYears',
  'cardsReplacementFee',
  'cardsNumberDigits',
  'cardsConditions',
  'cardsFinderText',
]
const verificationNames: SettingName[] = [
  'verifyUsesQuotas',
  'verifyGraceDays',
  'verifyShowsFullName',
  'verifyShowsPhoto',
]

function verificationPurpose(terminology: Terminology): string {
  return fillTerms(
    'Quem lê o código QR de um cartão vê se vale, e o mínimo sobre {o} {memberSingular}: nunca o NIF, a morada ou quanto deve.',
    terminology,
  )
}

function PlainSettings({ names, purpose }: { names: readonly SettingName[]; purpose?: string }) {
  const settings = useSettingsForm(names)
  return (
    <>
      {purpose !== undefined && <p className={classes.purpose}>{purpose}</p>}
      <SettingFields names={names} settings={settings} />
      <SettingsBar settings={settings} />
    </>
  )
}
