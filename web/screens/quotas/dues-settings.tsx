import type { SettingName } from '@agremia/resources/definitions/settings.ts'
import { SettingFields, SettingsBar } from '../../resource/settings/setting-fields.tsx'
import { useSettingsForm } from '../../resource/settings/use-settings-form.ts'
import classes from './dues-settings.module.css'

const groups = [
  { title: 'Regras', names: ['duesOnAdmission', 'joiaOnReadmission', 'agreementGraceDays'] },
  {
    title: 'Recibos',
    names: ['receiptSeries', 'vatExemptionText', 'donationLegalQuality', 'donationLegalBasis', 'closedUntil'],
  },
  {
    title: 'Meios de pagamento',
    names: ['transferIban', 'transferHolder', 'multibancoEntity', 'multibancoSubEntity'],
  },
] as const satisfies { title: string; names: readonly SettingName[] }[]

const names = groups.flatMap((group): readonly SettingName[] => group.names)

/** Settings of charges, receipts and means of payment. */
export function DuesSettings() {
  const settings = useSettingsForm(names)
  return (
    <>
      {groups.map((group) => (
        <section key={group.title} className={classes.group} aria-label={group.title}>
          <h2>{group.title}</h2>
          <SettingFields names={group.names} settings={settings} />
        </section>
      ))}
      <SettingsBar settings={settings} />
    </>
  )
}
