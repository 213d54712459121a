import { formatNumber } from '@agremia/resources/rules/amount.ts'
import type { ResourceDescriptor } from '@agremia/resources/descriptor.ts'
import { formatDateTime } from '@agremia/resources/rules/dates.ts'
import { plural } from '@agremia/resources/rules/plural.ts'
import { Button, Progress } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { StoredRecord } from '../../api/client.ts'
import { recordQuery, useFields, useResource } from '../../api/queries.ts'
import { organisationTimeZone } from '../../fields/organisation-clock.ts'
import { plainText } from '../../fields/texts.ts'
import { WorkingBar } from '../../ui/busy-indicators.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { ActionButton } from './action-buttons.tsx'
import { useActions } from './use-actions.tsx'
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
      {typeof work.problem === 'string' && !isUnderWay && <FormMessage>{work.problem}</FormMessage>}
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
        {words && `${formatNumber(done)} de ${formatNumber(total)} ${plural(total, words.one, words.many)}. `}
        {queued}
        {continuesText}
      </output>
    </div>
  )
}

/** Badge of the state of background work. */
export function WorkState({ resource, work }: Pick<WorkPanelProps, 'resource' | 'work'>) {
  const state = useFields(resource)?.state?.options?.find(({ value }) => value === work.state)
  return state ? <StateBadge tone={state.tone} label={state.label} /> : null
}

/** Who requested background work, and when. */
export function requestText(work: StoredRecord): string {
  return `${plainText(work.createdByName)}, ${formatDateTime(work._created_at ?? '', organisationTimeZone())}`
}

/** Completed and total records; undefined while unknown. */
function progressOf(
  { work: workDescriptor }: Pick<ResourceDescriptor, 'work'>,
  work: Work,
): { done: number; total: number } | undefined {
  if (!workDescriptor?.progress) return undefined
  const total = Number(work[workDescriptor.progress.total])
  const done = workDescriptor.progress.done.reduce((sum, name) => sum + Number(work[name]), 0)
  return total > 0 ? { done, total } : undefined
}

interface WorkButtonsProps {
  resource: string
  work: Work
}

/** Buttons to stop, resume or retry background work, as the role may. */
function WorkButtons({ resource, work }: WorkButtonsProps) {
  const { find, dialog } = useActions(resource, work)
  return (
    <>
      <ActionButton action={find('stop')} />
      <ActionButton action={find('resume')} variant="filled" />
      <ActionButton action={find('retry')} variant="filled" />
      {dialog}
    </>
  )
}

/** A record of background work. */
export interface Work extends StoredRecord {
  state: string
}

/** Polling interval in milliseconds, for when the WebSocket is blocked. */
const POLL_MS = 2_000

/** The record of background work; polled while it is in progress. */
export function useWork<Name extends string, Details = unknown>(resource: Name, id: string | undefined) {
  const isUnderWay = useUnderWay(resource)
  return useQuery({
    ...recordQuery<Name, Details>(resource, id),
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? POLL_MS : (false as const)),
  })
}

/** Returns a function: whether the work is queued or running. */
export function useUnderWay(resource: string): (work: StoredRecord) => boolean {
  const states = useResource(resource)?.work?.underWay ?? []
  return ({ state }) => states.includes(plainText(state))
}
