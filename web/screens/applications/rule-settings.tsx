import type { SettingName } from '@agremia/resources/definitions/settings.ts'
import { useSettings } from '../../api/queries.ts'
import { SettingFields, SettingsBar } from '../../resource/settings/setting-fields.tsx'
import { useSettingsForm } from '../../resource/settings/use-settings-form.ts'

const ofAll = [
  'applicationsVerification',
  'applicationsVerificationDays',
  'applicationsDecisionDays',
  'applicationsProposers',
  'applicationsPhoto',
] as const satisfies SettingName[]
const ofCooperatives = [...ofAll, 'applicationsMinimumTitles', 'capitalTitleValue'] as const

/** What an application must have, and how long things may take. */
export function RuleSettings() {
  const names = useSettings().orgType === 'cooperative' ? ofCooperatives : ofAll
  const settings = useSettingsForm(names)
  return (
    <>
      <SettingFields names={names} settings={settings} />
      <SettingsBar settings={settings} />
    </>
  )
}
