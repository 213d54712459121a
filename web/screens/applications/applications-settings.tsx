import { Anchor, Stack } from '@mantine/core'
import { useSearchParams } from 'react-router'
import { applicationConsentNames } from '@agremia/resources/definitions/member-applications.ts'
import type { SettingName } from '@agremia/resources/definitions/settings.ts'
import { useSettings } from '../../api/queries.ts'
import { applyPath } from '../../paths/applications.ts'
import { RecordCollection } from '../../resource/record-collection.tsx'
import { RecordTabs } from '../../resource/record-tabs.tsx'
import { FieldsSettings } from '../../resource/settings/fields-settings.tsx'
import { SettingFields, SettingsBar } from '../../resource/settings/setting-fields.tsx'
import { useSettingsForm } from '../../resource/settings/use-settings-form.ts'
import { CopyField } from '../../ui/copy-field.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { Page } from '../../ui/page.tsx'
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

const names = ['hasMemberApplication', 'applicationsOnline', 'applicationsEmbedOrigins'] as const

/** The public form: whether it is open, its address and the code that embeds it in the organisation's site. */
function FormSettings() {
  const settings = useSettingsForm(names)
  const address = `${location.origin}${applyPath}`
  const isOpen = ['hasMemberApplication', 'applicationsOnline'].every(
    (name) => settings.saved(name) === 'true',
  )
  return (
    <Stack gap="lg" maw="44rem">
      {!isOpen && (
        <FormMessage>A página de inscrição está fechada: quem lá for é enviado à secretaria.</FormMessage>
      )}
      <CopyField
        label="Ligação da página de inscrição"
        text={address}
        help="Para mensagens, redes sociais e cartazes."
      />
      <CopyField
        label="Código para o sítio da organização"
        text={`<iframe src="${address}" title="Inscrição" style="width:100%;height:60rem;border:0"></iframe>`}
        help="Quem trata do sítio cola-o na página onde o formulário deve aparecer. Indique abaixo o endereço desse sítio."
      />
      <Anchor href={applyPath} target="_blank" fz="sm" fw={550}>
        Ver a página de inscrição
      </Anchor>
      <SettingFields names={names} settings={settings} />
      <SettingsBar settings={settings} />
    </Stack>
  )
}

const ruleNames = [
  'applicationsVerification',
  'applicationsVerificationDays',
  'applicationsDecisionDays',
  'applicationsProposers',
  'applicationsPhoto',
] as const satisfies SettingName[]
const cooperativeRuleNames = [...ruleNames, 'applicationsMinimumTitles', 'capitalTitleValue'] as const

/** What an application requires, and the terms for confirmation and decision. */
function RuleSettings() {
  const names = useSettings().orgType === 'cooperative' ? cooperativeRuleNames : ruleNames
  const settings = useSettingsForm(names)
  return (
    <>
      <SettingFields names={names} settings={settings} />
      <SettingsBar settings={settings} />
    </>
  )
}
