import { useMemo } from 'react'
import { useParams } from 'react-router'
import { formatDateTime } from '@agremia/resources/rules/dates.ts'
import { useFields } from '../../api/queries.ts'
import { organisationTimeZone } from '../../fields/organisation-clock.ts'
import { CellText } from '../../fields/text-cell.tsx'
import { choiceText, plainText } from '../../fields/texts.ts'
import { BulkTaskPanel } from '../../resource/bulk-task-panel.tsx'
import type { BulkTask } from '../../resource/bulk-task.ts'
import { FoundPage } from '../../resource/found-page.tsx'
import { EmbeddedList, reading, type CardSetup, type ColumnSetup } from '../../resource/record-list.tsx'
import { useWork } from '../../resource/work-query.ts'
import { NoSuchPage } from '../../ui/no-such-page.tsx'
import { Page } from '../../ui/page.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import type { Reads } from '../../resource/list/reading.ts'
import classes from './task-view.module.css'
import { useRecordPath } from '../../paths/records.ts'

/** A task on many records: how far it got, and what became of each record. */
export default function TaskView() {
  const { id } = useParams()
  const found = useWork<BulkTask>('bulkActions', id)
  return (
    <FoundPage found={found} none={<NoSuchPage>Esta tarefa não existe.</NoSuchPage>}>
      {(task) => <TaskPage task={task} />}
    </FoundPage>
  )
}

function TaskPage({ task }: { task: BulkTask }) {
  const state = useFields('bulkActions')?.state?.options?.find(({ value }) => value === task.state)
  const asked = formatDateTime(plainText(task._created_at), organisationTimeZone())
  const where = useMemo(() => ({ bulkActionId: task._id }), [task._id])
  const pathOf = useRecordPath(task.resource)
  return (
    <Page
      title={task.title}
      state={state && <StateBadge tone={state.tone} label={state.label} />}
      subtitle={`Pedida por ${plainText(task.createdByName)}, ${asked}`}
      fill
    >
      <BulkTaskPanel task={task} hidesRecords />
      <EmbeddedList
        resource="bulkActionResults"
        where={where}
        filters={filters}
        columns={columns}
        cardOf={card}
        {...(pathOf && { pathOf, pathBy: 'recordId' })}
        purpose="Os registos aparecem aqui assim que a tarefa começa."
      />
    </Page>
  )
}

const filters = [{ field: 'outcome' }]

const columns: ColumnSetup[] = [
  { name: 'label', width: 16 },
  { name: 'outcome', width: 7 },
  { name: 'reason', width: 20 },
  { name: 'place', listed: false },
]

/** A record on a phone: its name, and what became of it. */
function ResultCard({ record }: { record: Reads<'label' | 'outcome' | 'reason'> }) {
  const outcome = useFields('bulkActionResults')?.outcome
  const facts = [outcome && choiceText(record.outcome, outcome), plainText(record.reason)]
  return (
    <span className={classes.card}>
      <strong>
        <CellText>{plainText(record.label)}</CellText>
      </strong>
      <CellText>{facts.filter(Boolean).join(' · ')}</CellText>
    </span>
  )
}

const card: CardSetup = { ...reading(['label', 'outcome', 'reason'], ResultCard), height: 4 }
