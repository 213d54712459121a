import type { ReactNode } from 'react'
import { Button, Progress } from '@mantine/core'
import type { ResourceDescriptor } from '@agremia/resources/descriptor.ts'
import { plural } from '@agremia/resources/rules/plural.ts'
import { useResource } from '../api/queries.ts'
import { plainText } from '../fields/texts.ts'
import { FormMessage } from '../ui/form-message.tsx'
import { formatCount } from '../ui/format-count.ts'
import { WorkingBar } from '../ui/busy-indicators.tsx'
import { WorkButtons } from './work-buttons.tsx'
import type { Work } from './work-query.ts'
import classes from './work-panel.module.css'

/** Words for completed records: `feito`, `feitos`. */
export interface DoneWords {
  one: string
  many: string
}

interface WorkPanelProps {
  resource: string
  work: Work
  /** Accessible name. */
  label: string
  /** Words for the count of completed records; without them the children show it. */
  words?: DoneWords
  /** Results, so far or final. */
  children?: ReactNode
  onClose?: (() => void) | undefined
}

/** Background work: progress, problem, buttons and results. */
export function WorkPanel({ resource, work, label, words, children, onClose }: WorkPanelProps) {
  const descriptor = useResource(resource)
  const isUnderWay = descriptor?.work?.underWay.includes(work.state) ?? false
  const buttons = <WorkButtons resource={resource} work={work} />
  return (
    <section className={classes.panel} aria-label={label}>
      {descriptor && isUnderWay && (
        <UnderWay descriptor={descriptor} work={work} label={label} words={words} />
      )}
      {typeof work.problem === 'string' && !isUnderWay && (
        <FormMessage>{plainText(work.problem)}</FormMessage>
      )}
      {children}
      <div className={classes.buttons}>
        {buttons}
        {onClose && <Button onClick={onClose}>Fechar</Button>}
      </div>
    </section>
  )
}

interface UnderWayProps extends Pick<WorkPanelProps, 'work' | 'label' | 'words'> {
  descriptor: ResourceDescriptor
}

function UnderWay({ descriptor, work, label, words }: UnderWayProps) {
  const progress = progressOf(descriptor, work)
  const queued = work.state === 'queued' && 'Em fila: começa quando acabar o que está à frente. '
  const continuesText = 'Pode fechar: continua no servidor, e o resultado fica guardado.'
  if (!progress)
    return (
      <WorkingBar label={label}>
        {queued}
        {continuesText}
      </WorkingBar>
    )
  const { done, total } = progress
  return (
    <div>
      <Progress value={(100 * done) / total} animated aria-label={label} />
      <output className={classes.note}>
        {words && `${formatCount(done)} de ${formatCount(total)} ${plural(total, words.one, words.many)}. `}
        {queued}
        {continuesText}
      </output>
    </div>
  )
}

/** Completed and total records; undefined while unknown. */
export function progressOf(
  { work: workDescriptor }: Pick<ResourceDescriptor, 'work'>,
  work: Work,
): { done: number; total: number } | undefined {
  if (!workDescriptor?.progress) return undefined
  const total = Number(work[workDescriptor.progress.total])
  const done = workDescriptor.progress.done.reduce((sum, name) => sum + Number(work[name]), 0)
  return total > 0 ? { done, total } : undefined
}
