import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { formatNumber } from '@agremia/resources/rules/amount.ts'
import type { BulkOutcome } from '@agremia/resources/definitions/bulk-actions.ts'
import { pluralReason } from '@agremia/resources/rules/plural-reason.ts'
import { counted, plural } from '@agremia/resources/rules/plural.ts'
import { IconAlertCircle, IconCircleCheck, IconCircleMinus, IconClockPause } from '@tabler/icons-react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { listQuery, useGender } from '../../api/queries.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { LoadingText } from '../../ui/busy-indicators.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import { toast } from '../../ui/toasts.tsx'
import { type DoneWords, useUnderWay, useWork, WorkPanel } from './work-panel.tsx'
import classes from './work-panel.module.css'

interface BulkTaskPanelProps {
  task: BulkTask
  /** Words for completed records. */
  words?: DoneWords
  /** Path of a record. */
  pathOf?: ((recordId: string) => string) | undefined
  /** Shows only counts and reasons, because the records are listed elsewhere. */
  hidesRecords?: boolean
  onClose?: () => void
}

/** Progress of a bulk task: how many records are done, and which were not and why. */
export function BulkTaskPanel({ task, words, pathOf, hidesRecords = false, onClose }: BulkTaskPanelProps) {
  const defaultWords = wordsOf[useGender(task.resource ?? '')]
  const notes = (task.reasons ?? []).filter(({ outcome }) => outcome === 'done' || outcome === 'held')
  return (
    <WorkPanel resource="bulkActions" work={task} label={task.title} onClose={onClose}>
      <Counts task={task} words={words ?? defaultWords} />
      {notes.map(({ reason }) => (
        <p key={reason} className={classes.obstacle}>
          {reason}
        </p>
      ))}
      {hidesRecords ? (
        <Reasons task={task} />
      ) : (
        <>
          {task.failed > 0 && <Results task={task} outcome="failed" count={task.failed} pathOf={pathOf} />}
          {task.skipped > 0 && (
            <details className={classes.skipped}>
              <summary>Quem ficou de fora, e porquê</summary>
              <Results task={task} outcome="skipped" count={task.skipped} pathOf={pathOf} />
            </details>
          )}
        </>
      )}
    </WorkPanel>
  )
}

function Counts({ task, words }: { task: BulkTask; words: DoneWords }) {
  const { total, done, held, failed, skipped } = task
  const isUnderWay = useUnderWay('bulkActions')(task)
  const isPreparing = isUnderWay && total === 0
  const isForNothing = !isUnderWay && done + held === 0
  // Nothing is green before a message has left.
  const isHeld = held > 0 && done === 0
  const LineIcon = isForNothing ? IconCircleMinus : isHeld ? IconClockPause : IconCircleCheck
  return (
    <output>
      <p className={classes.line} data-tone={isForNothing ? 'grey' : isHeld ? 'amber' : 'green'}>
        <LineIcon {...icon} />
        {isPreparing
          ? 'A preparar…'
          : `${formatNumber(done + held)} de ${formatNumber(total)} ${plural(total, words.one, words.many)}`}
      </p>
      {held > 0 && (
        <p className={classes.line} data-tone="amber">
          <IconClockPause {...icon} />
          {counted(held, 'mensagem retida', 'mensagens retidas')}
        </p>
      )}
      {failed > 0 && (
        <p className={classes.line} data-tone="red">
          <IconAlertCircle {...icon} />
          {counted(failed, 'não foi possível', 'não foram possíveis')}
        </p>
      )}
      {skipped > 0 && (
        <p className={classes.line} data-tone="grey">
          <IconCircleMinus {...icon} />
          {counted(skipped, 'ficou de fora', 'ficaram de fora')}
        </p>
      )}
    </output>
  )
}

const icon = { size: '1.125rem', stroke: 1.5, 'aria-hidden': true } as const

/** Reasons for failed and skipped records, with counts. */
function Reasons({ task: { reasons } }: { task: BulkTask }) {
  const shown = (reasons ?? []).filter(({ outcome }) => outcome === 'failed' || outcome === 'skipped')
  if (shown.length === 0) return null
  return (
    <ul className={classes.results}>
      {shown.map(({ outcome, reason, count }) => (
        <li key={`${outcome} ${reason}`}>
          {pluralReason(reason, count)} ({formatNumber(count)})
        </li>
      ))}
    </ul>
  )
}

const initialLimit = 100
const maxLimit = 500

interface ResultsProps {
  task: BulkTask
  outcome: 'failed' | 'skipped'
  count: number
  pathOf: BulkTaskPanelProps['pathOf']
}

/** The failed or skipped records, with reasons. */
function Results({ task, outcome, count, pathOf }: ResultsProps) {
  const [limit, setLimit] = useState(initialLimit)
  const parent = { resource: 'bulkActions', id: task._id }
  const params = { parent, where: { outcome: [outcome] }, sort: 'place', limit } as const
  const query = listQuery('bulkActionResults', params)
  const { data, isFetching } = useQuery({
    ...query,
    // The count is part of the key, so that the list is refetched when it grows, even without news.
    queryKey: [...query.queryKey, count] as never,
    placeholderData: keepPreviousData,
  })
  const results = data?.data ?? []
  return (
    <>
      <ul className={classes.results}>
        {results.map(({ _id, recordId, label, reason }) => (
          <li key={_id}>
            {pathOf ? <AppLink to={pathOf(recordId)}>{label}</AppLink> : <strong>{label}</strong>}: {reason}
          </li>
        ))}
      </ul>
      {limit < maxLimit && (
        <ShowMore
          shown={results.length}
          total={count}
          isBusy={isFetching}
          onMore={() => setLimit(maxLimit)}
        />
      )}
    </>
  )
}

const wordsOf = {
  m: { one: 'feito', many: 'feitos' },
  f: { one: 'feita', many: 'feitas' },
}

/** A bulk task as the API returns it. */
export type BulkTask = ResourceRecord<'bulkActions'> & BulkTaskDetails

export type BulkTaskDetails = {
  /** Absent in the answer that creates the task. */
  reasons?: { outcome: BulkOutcome; reason: string; count: number }[]
}

interface BulkTaskDialogProps {
  id: string
  title: string
  onClose: () => void
}

/** Shows the progress of a bulk task. Closing the dialog leaves the task running. */
export function BulkTaskDialog({ id, title, onClose }: BulkTaskDialogProps) {
  const client = useQueryClient()
  const isUnderWay = useUnderWay('bulkActions')
  const { data: task } = useWork<'bulkActions', BulkTaskDetails>('bulkActions', id)

  function close() {
    // Its handler may change records of any resource.
    void client.invalidateQueries({ queryKey: ['list'] })
    void client.invalidateQueries({ queryKey: ['record'] })
    if (!task || isUnderWay(task))
      toast('A tarefa continua no servidor: acompanhe-a em «Tarefas».', { tone: 'info' })
    onClose()
  }

  return (
    <Dialog title={title} onClose={close}>
      <div className={classes.dialog}>
        {task ? <BulkTaskPanel task={task} onClose={close} /> : <LoadingText>A preparar</LoadingText>}
      </div>
    </Dialog>
  )
}
