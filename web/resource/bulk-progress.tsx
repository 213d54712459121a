import { useEffect, useRef, useState } from 'react'
import { Button, Progress } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { counted } from '@agremia/resources/rules/plural.ts'
import { isApiError } from '../api/client.ts'
import { Dialog } from '../ui/dialog.tsx'
import { formatCount } from '../ui/format-count.ts'
import classes from './bulk-progress.module.css'

export interface BulkProgressProps {
  title: string
  ids: () => Promise<string[]>
  /** Does it to one, safely repeated; undefined when there was no answer in time. Throws what the server refused. */
  each: (id: string) => Promise<unknown>
  /** How one that failed is called. */
  nameOf: (id: string) => Promise<string>
  onClose: () => void
}

interface Progressing {
  total: number | undefined
  done: number
  failed: { name: string; why: string }[]
}

/** Does something to many records, one after the other, and tells how it went. Closing the dialog stops it. */
export function BulkProgress({ title, ids, each, nameOf, onClose }: BulkProgressProps) {
  const [progress, setProgress] = useState<Progressing>({ total: undefined, done: 0, failed: [] })
  const task = useRef({ ids, each, nameOf })
  useEffect(() => {
    const stop = { now: false }
    void runAll(task.current, stop, setProgress)
    return () => {
      stop.now = true
    }
  }, [])

  const { total, done, failed } = progress
  const over = total !== undefined && done + failed.length >= total
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
          <Progress value={total ? (100 * (done + failed.length)) / total : 0} aria-label="Progresso" />
        )}
        <output>
          <p className={classes.line} data-tone="green">
            <IconCircleCheck size="1.125rem" stroke={1.5} aria-hidden />
            {total === undefined ? 'A preparar…' : `${formatCount(done)} de ${formatCount(total)} feitos`}
          </p>
          {failed.length > 0 && (
            <p className={classes.line} data-tone="red">
              <IconAlertCircle size="1.125rem" stroke={1.5} aria-hidden />
              {counted(failed.length, 'não foi possível', 'não foram possíveis')}
            </p>
          )}
        </output>
        {failed.length > 0 && (
          <ul className={classes.failed}>
            {failed.map(({ name, why }, index) => (
              <li key={index}>
                <strong>{name}</strong>: {why}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}

async function runAll(
  { ids, each, nameOf }: Pick<BulkProgressProps, 'ids' | 'each' | 'nameOf'>,
  stop: { now: boolean },
  tell: (change: (before: Progressing) => Progressing) => void,
): Promise<void> {
  const all = await ids().catch(() => undefined)
  if (!all) return tell((before) => ({ ...before, total: 0, failed: [noRecords] }))
  tell((before) => ({ ...before, total: all.length }))
  for (const id of all) {
    if (stop.now) return
    try {
      if (await isDone(() => each(id))) tell((before) => ({ ...before, done: before.done + 1 }))
      else throw new Unanswered()
    } catch (error) {
      const failure = { name: await nameOf(id).catch(() => id), why: reasonOf(error) }
      tell((before) => ({ ...before, failed: [...before.failed, failure] }))
    }
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
