import type { SettingName } from '@agremia/resources/definitions/settings.ts'
import { SettingFields, SettingsBar } from '../../resource/settings/setting-fields.tsx'
import { useSettingsForm } from '../../resource/settings/use-settings-form.ts'
import classes from './dues-settings.module.css'
import { GatewayTest } from './gateway-test.tsx'

const groups = [
  { title: 'Regras', names: ['duesOnAdmission', 'joiaOnReadmission', 'agreementGraceDays'] },
  {
    title: 'Recibos',
    names: [
      'receiptSeries',
      'receiptCopies',
      'vatExemptionText',
      'donationLegalQuality',
      'donationLegalBasis',
    ],
  },
  {
    title: 'Meios de pagamento',
    names: ['transferIban', 'transferHolder', 'transferNipc', 'multibancoEntity', 'multibancoSubEntity'],
  },
] as const satisfies { title: string; names: readonly SettingName[] }[]

/** The settings of each gateway, shown once it is chosen. */
const gatewayNames: Record<string, readonly SettingName[]> = {
  ifthenpay: [
    'gatewayReferenceDays',
    'ifthenpayMbKey',
    'ifthenpayMbwayKey',
    'ifthenpayBackofficeKey',
    'ifthenpayCallbackKey',
    'automatedMemberPayments',
  ],
  eupago: [
    'gatewayReferenceDays',
    'eupagoApiKey',
    'eupagoChannel',
    'eupagoSecret',
    'automatedMemberPayments',
  ],
}

const names = [
  ...groups.flatMap((group): readonly SettingName[] => group.names),
  'gateway' as const,
  ...new Set(Object.values(gatewayNames).flat()),
]

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
      <section className={classes.group} aria-label="Serviço de pagamentos">
        <h2>Serviço de pagamentos</h2>
        <SettingFields
          names={['gateway', ...(gatewayNames[settings.value('gateway')] ?? [])]}
          settings={settings}
        />
        {settings.value('gateway') !== 'none' && settings.mayChange('gateway') && (
          <GatewayTest isUnsaved={settings.changes.length > 0} />
        )}
      </section>
      <SettingsBar settings={settings} />
    </>
  )
}
