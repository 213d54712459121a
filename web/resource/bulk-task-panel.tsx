import { useState } from 'react'
import { IconAlertCircle, IconCircleCheck, IconCircleMinus, IconClockPause } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { counted, plural } from '@agremia/resources/rules/plural.ts'
import { listQuery, useGender } from '../api/queries.ts'
import { AppLink } from '../ui/app-link.tsx'
import { formatCount } from '../ui/format-count.ts'
import { ShowMore } from '../ui/show-more.tsx'
import type { BulkTask } from './bulk-task.ts'
import { useUnderWay } from './work-query.ts'
import { WorkPanel, type DoneWords } from './work-panel.tsx'
import classes from './work-panel.module.css'

interface BulkTaskPanelProps {
  task: BulkTask
  /** How records that are done are counted. */
  words?: DoneWords
  /** Where a record is opened. */
  pathOf?: ((recordId: string) => string) | undefined
  /** The records are listed elsewhere: only how many, and why. */
  hidesRecords?: boolean
  onClose?: () => void
}

/** How a task on many records goes: how many are done, which were not and why. */
export function BulkTaskPanel({ task, words, pathOf, hidesRecords = false, onClose }: BulkTaskPanelProps) {
  const own = wordsOf[useGender(task.resource)]
  const notes = task.reasons.filter(({ outcome }) => outcome === 'done' || outcome === 'held')
  return (
    <WorkPanel resource="bulkActions" work={task} label={task.title} onClose={onClose}>
      <Counts task={task} words={words ?? own} />
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
  return (
    <output>
      <p className={classes.line} data-tone={isForNothing ? 'grey' : 'green'}>
        {isForNothing ? <IconCircleMinus {...icon} /> : <IconCircleCheck {...icon} />}
        {isPreparing
          ? 'A preparar…'
          : `${formatCount(done + held)} de ${formatCount(total)} ${plural(total, words.one, words.many)}`}
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

/** Why records failed or were skipped, and how many for each reason. */
function Reasons({ task: { reasons } }: { task: BulkTask }) {
  const shown = reasons.filter(({ outcome }) => outcome === 'failed' || outcome === 'skipped')
  if (shown.length === 0) return null
  return (
    <ul className={classes.results}>
      {shown.map(({ outcome, reason, count }) => (
        <li key={`${outcome} ${reason}`}>
          {reason} ({formatCount(count)})
        </li>
      ))}
    </ul>
  )
}

const atFirst = 100
const atOnce = 500

interface ResultsProps {
  task: BulkTask
  outcome: 'failed' | 'skipped'
  count: number
  pathOf: BulkTaskPanelProps['pathOf']
}

/** Which records failed, or were skipped, and why. */
function Results({ task, outcome, count, pathOf }: ResultsProps) {
  const [limit, setLimit] = useState(atFirst)
  const parent = { resource: 'bulkActions', id: task._id }
  const params = { parent, where: { outcome: [outcome] }, sort: 'place', limit }
  const query = listQuery('bulkActionResults', params)
  const { data, isFetching } = useQuery({
    ...query,
    // Read again when there are more, also where no news arrive.
    queryKey: [...query.queryKey, count] as never,
    placeholderData: keepPreviousData,
  })
  const results = data?.data ?? []
  return (
    <>
      <ul className={classes.results}>
        {results.map(({ _id, recordId, label, reason }) => (
          <li key={_id}>
            {pathOf ? (
              <AppLink to={pathOf(String(recordId))}>{String(label)}</AppLink>
            ) : (
              <strong>{String(label)}</strong>
            )}
            : {String(reason)}
          </li>
        ))}
      </ul>
      {limit < atOnce && (
        <ShowMore shown={results.length} total={count} isBusy={isFetching} onMore={() => setLimit(atOnce)} />
      )}
    </>
  )
}

const wordsOf = {
  m: { one: 'feito', many: 'feitos' },
  f: { one: 'feita', many: 'feitas' },
}
