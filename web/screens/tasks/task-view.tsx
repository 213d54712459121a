import { useMemo } from 'react'
import { useFields } from '../../api/queries.ts'
import { CellText } from '../../fields/text-cell.tsx'
import { choiceText } from '../../fields/texts.ts'
import { type BulkTask, type BulkTaskDetails, BulkTaskPanel } from '../../resource/actions/bulk-task.tsx'
import { QueryPage } from '../../resource/query-page.tsx'
import { EmbeddedList, reading, type CardSetup, type ColumnSetup } from '../../resource/record-list.tsx'
import { requestText, useWork } from '../../resource/actions/work-panel.tsx'
import { ClosedHistory } from '../../resource/record-history.tsx'
import { NoSuchPage } from '../../ui/message-state.tsx'
import { Page } from '../../ui/page.tsx'
import { useParams } from '../../ui/router.tsx'
import type { CellProps } from '../../resource/list/reading.ts'
import { TaskState } from './task-state.tsx'
import classes from './task-view.module.css'
import { useRecordPath } from '../../paths/records.ts'

/** The page of a bulk action: its progress and the result of each record. */
export default function TaskView() {
  const { id } = useParams()
  const query = useWork<'bulkActions', BulkTaskDetails>('bulkActions', id)
  return (
    <QueryPage query={query} missing={<NoSuchPage>Esta tarefa não existe.</NoSuchPage>}>
      {(task) => <TaskPage task={task} />}
    </QueryPage>
  )
}

function TaskPage({ task }: { task: BulkTask }) {
  const where = useMemo(() => ({ bulkActionId: task._id }), [task._id])
  const pathOf = useRecordPath(task.resource ?? '')
  return (
    <Page
      title={task.title}
      state={<TaskState record={task} />}
      subtitle={`Pedida por ${requestText(task)}`}
      fill
    >
      <div className={classes.panel}>
        <BulkTaskPanel task={task} hidesRecords />
        <ClosedHistory resource="bulkActions" id={task._id} />
      </div>
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

const filters = [{ field: 'outcome' }] as const

const columns: ColumnSetup<'bulkActionResults'>[] = [
  { name: 'label', width: 16 },
  { name: 'outcome', width: 7 },
  { name: 'reason', width: 20 },
  { name: 'place', listed: false },
]

/** The card that replaces the row on phones: the record's name and its result. */
function ResultCard({ record }: CellProps<'bulkActionResults', 'label' | 'outcome' | 'reason'>) {
  const outcome = useFields('bulkActionResults')?.outcome
  const facts = [outcome && choiceText(record.outcome, outcome), record.reason]
  return (
    <span className={classes.card}>
      <strong>
        <CellText>{record.label}</CellText>
      </strong>
      <CellText>{facts.filter(Boolean).join(' · ')}</CellText>
    </span>
  )
}

const card: CardSetup<'bulkActionResults'> = {
  ...reading(['label', 'outcome', 'reason'], ResultCard),
  height: 4,
}
