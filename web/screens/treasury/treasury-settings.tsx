import type { SettingName } from '@agremia/resources/definitions/settings.ts'
import { RecordCollection } from '../../resource/record-collection.tsx'
import { DirectDebitSettings } from '../direct-debit/index.ts'
import { ClosingSettings } from './closing-settings.tsx'
import { SettingsPage, SettingsPanel, type SettingsTab } from '../../resource/settings/settings-page.tsx'

/** Settings of the treasury: accounts, categories, parts that can be switched off, and the closing of accounts. */
export default function TreasurySettings() {
  return <SettingsPage title="Configuração da tesouraria" tabs={tabs} />
}

const moduleNames: SettingName[] = ['hasTreasury', 'treasuryHasCostCenters', 'fiscalYearStart']

const tabs: SettingsTab[] = [
  {
    name: 'contas',
    label: 'Contas',
    panel: (
      <RecordCollection
        resource="treasuryAccounts"
        purpose="Onde a organização tem dinheiro. Cada meio de pagamento entra numa conta, e o saldo inicial é o do começo do dia indicado."
      />
    ),
  },
  {
    name: 'categorias',
    label: 'Categorias',
    panel: (
      <RecordCollection
        resource="transactionCategories"
        purpose="Aquilo por que se recebe e se gasta. As que não estão em uso não são propostas nas transações novas."
      />
    ),
  },
  { name: 'debitos', label: 'Débito direto', panel: <DirectDebitSettings /> },
  {
    name: 'funcionamento',
    label: 'Funcionamento',
    panel: <SettingsPanel names={moduleNames} />,
  },
  {
    name: 'fecho',
    label: 'Fecho de contas',
    panel: <ClosingSettings />,
  },
]
