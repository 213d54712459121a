import type { RetentionName } from '@agremia/resources/retention.ts'
import { retentionPhrase } from '@agremia/resources/retention.ts'
import { capitalise } from '@agremia/resources/letter-case.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { useSettings, useTerminology } from '../../api/queries.ts'
import { RecordFields } from '../../resource/record-form.tsx'
import { historyTab, RecordPage, type RecordPart } from '../../resource/record-page.tsx'
import { Card, WithSide } from '../../ui/with-side.tsx'
import classes from './privacy.module.css'

/** The page of a processing activity, with its retention periods. */
export default function ActivityPage() {
  return <RecordPage resource="processingActivities" tabs={tabs} />
}

const tabs = [
  {
    name: 'ficha',
    label: 'Ficha',
    panel: ({ form, record }: RecordPart<'processingActivities'>) => (
      <WithSide label="Prazos de conservação" side={<Periods rules={record.retention} />}>
        <RecordFields form={form} />
      </WithSide>
    ),
  },
  historyTab,
]

/** The periods of the settings, as the register's document has them. */
function Periods({ rules }: { rules: readonly RetentionName[] }) {
  const settings = useSettings()
  const terminology = useTerminology()
  const lines = rules.map((rule) => fillTerms(retentionPhrase(rule, settings), terminology))
  if (lines.length === 0) return null
  return (
    <Card title="Prazos">
      <ul className={classes.periods}>
        {lines.map((line) => (
          <li key={line}>{capitalise(line)}.</li>
        ))}
      </ul>
    </Card>
  )
}
