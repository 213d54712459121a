import type { SettingName } from '@agremia/resources/definitions/settings.ts'
import { useSettings } from '../../api/queries.ts'
import { SettingFields, SettingsBar } from '../../resource/settings/setting-fields.tsx'
import { useSettingsForm } from '../../resource/settings/use-settings-form.ts'

const ruleNames = [
  'applicationsVerification',
  'applicationsVerificationDays',
  'applicationsDecisionDays',
  'applicationsProposers',
  'applicationsPhoto',
] as const satisfies SettingName[]
const cooperativeRuleNames = [...ruleNames, 'applicationsMinimumTitles', 'capitalTitleValue'] as const

/** What an application requires, and the terms for confirmation and decision. */
export function RuleSettings() {
  const names = useSettings().orgType === 'cooperative' ? cooperativeRuleNames : ruleNames
  const settings = useSettingsForm(names)
  return (
    <>
      <SettingFields names={names} settings={settings} />
      <SettingsBar settings={settings} />
    </>
  )
}
