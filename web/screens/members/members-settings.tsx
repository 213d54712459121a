import { alwaysOptionalFields } from '@agremia/resources/settings/member-settings.ts'
import { fillTerms, type Terminology } from '@agremia/resources/terminology.ts'
import { useTerminology } from '../../api/queries.ts'
import { RecordCollection } from '../../resource/record-collection.tsx'
import { FieldsSettings } from '../../resource/settings/fields-settings.tsx'
import { DuesSettings, PlansSettings } from '../quotas/index.ts'
import { SettingsPage, SettingsPanel, type SettingsTab } from '../../resource/settings/settings-page.tsx'

/** Settings of members: states, categories, quota plans, payments, numbers and fields. */
export default function MembersSettings() {
  const terminology = useTerminology()
  return <SettingsPage title={`Configuração de ${terminology.memberPlural}`} tabs={tabsIn(terminology)} />
}

function tabsIn(terminology: Terminology): SettingsTab[] {
  return [
    {
      name: 'estados',
      label: 'Estados',
      panel: (
        <RecordCollection
          resource="memberStateNames"
          purpose={fillTerms(
            'O que {um} {memberSingular} pode ser. Os estados que marcam o fim são os de quem saiu; cada mudança fica no histórico.',
            terminology,
          )}
        />
      ),
    },
    {
      name: 'categorias',
      label: 'Categorias',
      panel: (
        <RecordCollection
          resource="memberCategories"
          purpose={fillTerms(
            'Cada {memberSingular} tem uma categoria, que decide se vota e se paga {membershipPayments}.',
            terminology,
          )}
        />
      ),
    },
    {
      name: 'planos',
      label: fillTerms('Planos de {membershipPayments}', terminology),
      panel: <PlansSettings />,
    },
    { name: 'pagamentos', label: 'Pagamentos', panel: <DuesSettings /> },
    { name: 'numeracao', label: 'Numeração', panel: <SettingsPanel names={['membersFirstNumber']} /> },
    {
      name: 'campos',
      label: 'Campos',
      changes: 'membersHiddenFields',
      panel: <FieldsSettings resource="members" omit={alwaysOptionalFields} />,
    },
  ]
}
