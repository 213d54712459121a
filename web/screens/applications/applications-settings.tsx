import { Anchor, Stack } from '@mantine/core'
import { applicationConsentNames } from '@agremia/resources/definitions/member-applications.ts'
import type { SettingName } from '@agremia/resources/definitions/settings.ts'
import { useSettings } from '../../api/queries.ts'
import { applyPath } from '../../paths/applications.ts'
import { RecordCollection } from '../../resource/record-collection.tsx'
import { FieldsSettings } from '../../resource/settings/fields-settings.tsx'
import { SettingFields, SettingsBar } from '../../resource/settings/setting-fields.tsx'
import { useSettingsForm } from '../../resource/settings/use-settings-form.ts'
import { CopyField } from '../../ui/copy-field.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { TextsSettings } from './texts-settings.tsx'
import { SettingsPage, SettingsPanel, type SettingsTab } from '../../resource/settings/settings-page.tsx'

/** Settings of applications: public page, fields, texts, rules and states. */
export default function ApplicationsSettings() {
  return <SettingsPage title="Configuração de candidaturas" tabs={tabs()} />
}

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

const names = ['applicationsOnline', 'applicationsEmbedOrigins'] as const

/** The public form: whether it is open, its address and the code that embeds it in the organisation's site. */
function FormSettings() {
  const settings = useSettingsForm(names)
  const address = `${location.origin}${applyPath}`
  const isModuleOn = settings.saved('hasMemberApplication') === 'true'
  const isOpen = isModuleOn && settings.saved('applicationsOnline') === 'true'
  return (
    <Stack gap="lg" maw="44rem">
      {!isOpen && (
        <FormMessage>
          {isModuleOn
            ? 'A página de inscrição está fechada: quem lá for é enviado à secretaria.'
            : 'A página de inscrição está fechada, porque as candidaturas estão desligadas em «Módulos».'}
        </FormMessage>
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
  const isCooperative = useSettings().orgType === 'cooperative'
  return <SettingsPanel names={isCooperative ? cooperativeRuleNames : ruleNames} />
}

const tabs = (): SettingsTab[] => [
  { name: 'pagina', label: 'Página', panel: <FormSettings /> },
  {
    name: 'campos',
    label: 'Campos',
    changes: 'memberApplicationsHiddenFields',
    panel: <FieldsSettings resource="memberApplications" omit={omittedFields} />,
  },
  { name: 'textos', label: 'Textos e consentimentos', panel: <TextsSettings /> },
  { name: 'regras', label: 'Regras', panel: <RuleSettings /> },
  {
    name: 'estados',
    label: 'Estados',
    panel: (
      <RecordCollection
        resource="memberApplicationStates"
        purpose="O que uma candidatura pode ser. Os nomes e as cores são seus; a passagem de uns a outros é do programa."
      />
    ),
  },
]
