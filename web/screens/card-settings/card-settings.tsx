import { fillTerms, type Terminology } from '@agremia/resources/terminology.ts'
import type { SettingName } from '@agremia/resources/definitions/settings.ts'
import { useTerminology } from '../../api/queries.ts'
import { LetterSettings } from './letter-settings.tsx'
import { PrintSettings } from './print-settings.tsx'
import { TemplatesSettings } from './templates-settings.tsx'
import { SettingsPage, SettingsPanel } from '../../resource/settings/settings-page.tsx'

/** Settings of cards: templates, validity, printing, letter and public verification. */
export default function CardSettings() {
  return <SettingsPage title="Configuração de cartões" tabs={tabsIn(useTerminology())} />
}

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

const tabsIn = (terminology: Terminology) => [
  { name: 'modelos', label: 'Modelos', panel: <TemplatesSettings /> },
  { name: 'validade', label: 'Validade e novas vias', panel: <SettingsPanel names={validityNames} /> },
  { name: 'impressao', label: 'Impressão', panel: <PrintSettings /> },
  { name: 'carta', label: 'Carta', panel: <LetterSettings /> },
  {
    name: 'verificacao',
    label: 'Verificação',
    panel: (
      <SettingsPanel
        names={verificationNames}
        purpose={fillTerms(
          'Quem lê o código QR de um cartão vê se vale, e o mínimo sobre {o} {memberSingular}: nunca o NIF, a morada ou quanto deve.',
          terminology,
        )}
      />
    ),
  },
]
