import { useEffect, useRef, useState } from 'react'
import { Button, Progress } from '@mantine/core'
import type { Gender } from '@agremia/resources/rules/names.ts'
import { isApiError } from '../api/client.ts'
import { Dialog } from '../ui/dialog.tsx'
import { OutcomeLines } from './bulk-outcome.tsx'
import { answeredOf, nothingYet, type BulkOutcome } from './bulk-work.ts'
import classes from './bulk-progress.module.css'

export interface BulkProgressProps extends BulkTask {
  title: string
  /** Of the word for what it is done to. */
  gender: Gender
  onClose: () => void
}

interface BulkTask {
  ids: () => Promise<readonly string[]>
  /** Does it to one, safely repeated; undefined when there was no answer in time. Throws what the server refused. */
  each: (id: string) => Promise<unknown>
  /** How one that failed is called. */
  nameOf: (id: string) => Promise<string>
  /** How far it got before: it goes on from there. */
  begun?: BulkOutcome | undefined
  /** Told which they are, before anything is done. */
  onBegin?: (ids: readonly string[]) => void
  /** Told after each. */
  onStep?: (outcome: BulkOutcome) => void
}

interface Progressing extends BulkOutcome {
  total: number | undefined
}

/**
 * Does something to many records, one after the other, and tells how it went. Closing the dialog stops it, and so does
 * the loss of contact, which nobody takes for a refusal.
 */
export function BulkProgress({ title, gender, onClose, ...given }: BulkProgressProps) {
  const [progress, setProgress] = useState<Progressing>({ ...(given.begun ?? nothingYet), total: undefined })
  const task = useRef<BulkTask>(given)
  useEffect(() => {
    const stop = { now: false }
    void runAll(task.current, stop, setProgress)
    return () => {
      stop.now = true
    }
  }, [])

  const { total } = progress
  const over = total !== undefined && answeredOf(progress) >= total
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <Button variant={over ? 'filled' : 'default'} onClick={onClose}>
          {over ? 'Fechar' : 'Parar'}
        </Button>
      }
    >
      <div className={classes.body}>
        {!over && (
          <Progress value={total ? (100 * answeredOf(progress)) / total : 0} aria-label="Progresso" />
        )}
        <OutcomeLines gender={gender} {...progress} />
      </div>
    </Dialog>
  )
}

async function runAll(
  task: BulkTask,
  stop: { now: boolean },
  tell: (progress: Progressing) => void,
): Promise<void> {
  const all = await task.ids().catch(() => undefined)
  if (!all) return tell({ total: 0, done: 0, failed: [noRecords] })
  let outcome = task.begun ?? nothingYet
  task.onBegin?.(all)
  tell({ ...outcome, total: all.length })
  for (const id of all.slice(answeredOf(outcome))) {
    if (stop.now) return
    const after = await withOne(task, id, outcome)
    if (!after) return
    outcome = after
    task.onStep?.(outcome)
    tell({ ...outcome, total: all.length })
  }
}

/** How far it is once it was done to one more; undefined when contact was lost, and nobody knows. */
async function withOne(
  { each, nameOf }: BulkTask,
  id: string,
  { done, failed }: BulkOutcome,
): Promise<BulkOutcome | undefined> {
  try {
    if (!(await isDone(() => each(id)))) throw new Unanswered()
    return { done: done + 1, failed }
  } catch (error) {
    if (isApiError(error) && error.code === 'network') return undefined
    const name = await nameOf(id).catch(() => id)
    return { done, failed: [...failed, { name, why: reasonOf(error) }] }
  }
}

/** Whether it was answered: what has no answer in time is asked for again, and is done once all the same. */
async function isDone(doIt: () => Promise<unknown>): Promise<boolean> {
  for (let tries = 0; tries < mostTries; tries++) if ((await doIt()) !== undefined) return true
  return false
}

const mostTries = 3
const noRecords = { name: 'A seleção', why: 'não foi possível saber que linhas são. Nada foi feito.' }

class Unanswered extends Error {
  override name = 'Unanswered'
}

function reasonOf(error: unknown): string {
  if (error instanceof Unanswered) return 'O servidor não respondeu a tempo. Veja se ficou feito.'
  if (!isApiError(error)) return 'Não foi possível concluir.'
  return error.errors ? Object.values(error.errors).flat().join(' ') : error.message
}
