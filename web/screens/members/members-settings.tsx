import { useSearchParams } from 'react-router'
import { fillTerms, type Terminology } from '@agremia/resources/terminology.ts'
import { useTerminology } from '../../api/queries.ts'
import { RecordCollection } from '../../resource/record-collection.tsx'
import { RecordTabs } from '../../resource/record-tabs.tsx'
import { FieldsSettings } from '../../resource/settings/fields-settings.tsx'
import { Page } from '../../ui/page.tsx'
import { DuesSettings, PlansSettings } from '../quotas/index.ts'
import { NumberingSettings } from './numbering-settings.tsx'

/** How the organisation keeps its members: states, categories, numbers and what is asked of each. */
export default function MembersSettings() {
  const terminology = useTerminology()
  const [params] = useSearchParams()
  const tab = params.get('separador') ?? 'estados'
  return (
    <Page title={`Configuração de ${terminology.memberPlural}`}>
      <RecordTabs label="Configurações" tabs={tabsIn(terminology)} current={tab} />
      {tab === 'estados' && (
        <RecordCollection
          resource="memberStateNames"
          purpose={fillTerms(
            'O que {um} {memberSingular} pode ser. Os estados que marcam o fim são os de quem saiu; cada mudança fica no histórico.',
            terminology,
          )}
        />
      )}
      {tab === 'categorias' && (
        <RecordCollection
          resource="memberCategories"
          purpose={fillTerms(
            'Cada {memberSingular} tem uma categoria, que decide se vota e se paga {membershipPayments}.',
            terminology,
          )}
        />
      )}
      {tab === 'planos' && <PlansSettings />}
      {tab === 'pagamentos' && <DuesSettings />}
      {tab === 'numeracao' && <NumberingSettings />}
      {tab === 'campos' && (
        <FieldsSettings resource="members" omit={['deathDate', 'doNotContact', 'personNotes']} />
      )}
    </Page>
  )
}

function tabsIn(terminology: Terminology) {
  const labels = {
    estados: 'Estados',
    categorias: 'Categorias',
    planos: fillTerms('Planos de {membershipPayments}', terminology),
    pagamentos: 'Pagamentos',
    numeracao: 'Numeração',
    campos: 'Campos',
  }
  return Object.entries(labels).map(([name, label]) => ({ name, label, path: `?separador=${name}` }))
}
