import type { ReactNode } from 'react'
import { Button, Progress } from '@mantine/core'
import type { ResourceDescriptor } from '@agremia/resources/descriptor.ts'
import { plural } from '@agremia/resources/rules/plural.ts'
import { useResource } from '../api/queries.ts'
import { plainText } from '../fields/texts.ts'
import { FormMessage } from '../ui/form-message.tsx'
import { formatCount } from '../ui/format-count.ts'
import { WorkingBar } from '../ui/working-bar.tsx'
import { WorkButtons } from './work-buttons.tsx'
import type { Work } from './work-query.ts'
import classes from './work-panel.module.css'

/** What is said of records that are done: `feito`, `feitos`. */
export interface DoneWords {
  one: string
  many: string
}

interface WorkPanelProps {
  resource: string
  work: Work
  /** What is under way, for screen readers. */
  label: string
  /** How records that are done are counted; left out, the children say it. */
  words?: DoneWords
  /** What became of it, so far or in the end. */
  children?: ReactNode
  onClose?: (() => void) | undefined
}

/** Work of the server in the background: how far it got, what went wrong, and what can be done about it. */
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
  const goesOn = 'Pode fechar: continua no servidor, e o resultado fica guardado.'
  if (!progress)
    return (
      <WorkingBar label={label}>
        {queued}
        {goesOn}
      </WorkingBar>
    )
  const { done, total } = progress
  return (
    <div>
      <Progress value={(100 * done) / total} animated aria-label={label} />
      <output className={classes.note}>
        {words && `${formatCount(done)} de ${formatCount(total)} ${plural(total, words.one, words.many)}. `}
        {queued}
        {goesOn}
      </output>
    </div>
  )
}

/** How many records were done of how many; undefined while that is not known. */
export function progressOf(
  { work: described }: Pick<ResourceDescriptor, 'work'>,
  work: Work,
): { done: number; total: number } | undefined {
  if (!described?.progress) return undefined
  const total = Number(work[described.progress.total])
  const done = described.progress.done.reduce((sum, name) => sum + Number(work[name]), 0)
  return total > 0 ? { done, total } : undefined
}
