import type { RecordProps } from '../../resource/loaded-record.tsx'
import { counted } from '@agremia/resources/rules/plural.ts'
import { formatDateTime } from '@agremia/resources/rules/dates.ts'
import { choiceText } from '../../fields/texts.ts'
import { organisationTimeZone } from '../../fields/organisation-clock.ts'
import { useMemberPaths } from '../../paths/use-member-paths.ts'
import { historyTab, RecordPage, type RecordPart } from '../../resource/record-page.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Effects } from '../../ui/effects.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { ComparedValues } from './compared-values.tsx'
import classes from './merges.module.css'

/** The page of a merge: what both records were, what became of it, and undoing it. */
export default function MergePage() {
  return <RecordPage resource="merges" tabs={tabs} head={head} />
}

const tabs = [
  { name: 'ficha', label: 'Fusão', panel: ({ record }: RecordPart<'merges'>) => <Summary record={record} /> },
  historyTab,
]

function head({ record, fields }: RecordPart<'merges'>) {
  const { state } = fields
  const option = state?.options?.find(({ value }) => value === record.state)
  return {
    title: `${record.lostName} → ${record.name}`,
    state: state && <StateBadge tone={option?.tone} label={choiceText(record.state, state)} />,
    subtitle: `${record.createdByName ?? ''} · ${formatDateTime(record._created_at, organisationTimeZone())}`,
  }
}

function Summary({ record }: RecordProps<'merges'>) {
  const paths = useMemberPaths()
  const { memberId, memberNumber, formerNumber, state, undoneByName, undoneAt } = record
  const values = record.comparison?.list ?? []
  const moved = record.moved?.list ?? []
  const lines = [
    ...(typeof formerNumber === 'number' ? [`O n.º ${formerNumber} ficou guardado como anterior.`] : []),
    ...moved.map(({ label, count }) => `${label}: ${counted(count, 'registo', 'registos')}.`),
  ]
  return (
    <div className={classes.body}>
      {typeof memberId === 'string' && (
        <p className={classes.link}>
          <AppLink to={paths.record(memberId)}>
            {`Ver a ficha que ficou${typeof memberNumber === 'number' ? ` (n.º\u00A0${memberNumber})` : ''}`}
          </AppLink>
        </p>
      )}
      {state === 'undone' && typeof undoneAt === 'string' && (
        <p>{`Desfeita por ${undoneByName ?? ''}, a ${formatDateTime(undoneAt, organisationTimeZone())}.`}</p>
      )}
      {lines.length > 0 && <Effects level={2} title="O que passou para a ficha que ficou" lines={lines} />}
      <section className={classes.fields} aria-label="Valores das duas fichas">
        {values.map((value) => (
          <ComparedValues key={value.name} value={value} />
        ))}
      </section>
    </div>
  )
}
