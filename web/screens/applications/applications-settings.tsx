import { useSearchParams } from 'react-router'
import { applicationConsentNames } from '@agremia/resources/definitions/member-applications.ts'
import { RecordCollection } from '../../resource/record-collection.tsx'
import { RecordTabs } from '../../resource/record-tabs.tsx'
import { FieldsSettings } from '../../resource/settings/fields-settings.tsx'
import { Page } from '../../ui/page.tsx'
import { FormSettings } from './form-settings.tsx'
import { RuleSettings } from './rule-settings.tsx'
import { TextsSettings } from './texts-settings.tsx'

/** Settings of applications: public page, fields, texts, rules and states. */
export default function ApplicationsSettings() {
  const [params] = useSearchParams()
  const tab = params.get('separador') ?? 'pagina'
  return (
    <Page title="Configuração de candidaturas">
      <RecordTabs label="Configurações" tabs={tabs} current={tab} />
      {tab === 'pagina' && <FormSettings />}
      {tab === 'campos' && <FieldsSettings resource="memberApplications" omit={omittedFields} />}
      {tab === 'textos' && <TextsSettings />}
      {tab === 'regras' && <RuleSettings />}
      {tab === 'estados' && (
        <RecordCollection
          resource="memberApplicationStates"
          purpose="O que uma candidatura pode ser. Os nomes e as cores são seus; a passagem de uns a outros é do programa."
        />
      )}
    </Page>
  )
}

const tabs = [
  { name: 'pagina', label: 'Página', path: '?separador=pagina' },
  { name: 'campos', label: 'Campos', path: '?separador=campos' },
  { name: 'textos', label: 'Textos e consentimentos', path: '?separador=textos' },
  { name: 'regras', label: 'Regras', path: '?separador=regras' },
  { name: 'estados', label: 'Estados', path: '?separador=estados' },
]

/** Fields that the tab «Campos» omits: another tab configures them, or they are fixed. */
const omittedFields = [
  ...applicationConsentNames,
  'kind',
  'stateId',
  'capitalTitles',
  'proposer1Number',
  'proposer1Name',
  'proposer2Number',
  'proposer2Name',
  'proposer1Id',
  'proposer2Id',
  'internalNotes',
]
