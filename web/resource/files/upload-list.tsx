import { counted } from '@agremia/resources/rules/plural.ts'
import { Button, Progress, UnstyledButton } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck, IconClock, IconRefresh, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { averagePercent, type Upload, type UploadQueue } from './upload-queue.ts'
import classes from './uploads.module.css'
import { CommandButton } from '../../ui/command-button.tsx'

interface UploadListProps<Result> {
  queue: UploadQueue<Result>
  /** What a file became: a link to its record. */
  outcome: (result: Result) => ReactNode
}

/** The files of a queue with their progress; the average of all above them. */
export function UploadList<Result>({ queue, outcome }: UploadListProps<Result>) {
  const uploads = queue.useValue()
  if (uploads.length === 0) return null
  const failed = uploads.filter(({ state }) => state === 'failed').length
  return (
    <section className={classes.uploads} aria-label="Ficheiros">
      <div className={classes.summary}>
        <output className={classes.summaryText}>{summaryOf(uploads)}</output>
        {failed > 1 && (
          <CommandButton
            icon={IconRefresh}
            label={`Enviar de novo os ${failed} que falharam`}
            onClick={() => queue.retry()}
          />
        )}
      </div>
      <Progress value={averagePercent(uploads)} aria-label={`Enviado ${averagePercent(uploads)} %`} />
      <ul className={classes.list}>
        {uploads.map((upload) => (
          <UploadRow key={upload.key} upload={upload} queue={queue} outcome={outcome} />
        ))}
      </ul>
    </section>
  )
}

function summaryOf(uploads: readonly Upload<unknown>[]): string {
  const countOf = (...states: Upload<unknown>['state'][]) =>
    uploads.filter(({ state }) => states.includes(state)).length
  const [done, left] = [countOf('done'), countOf('waiting', 'sending')]
  const wrong = countOf('failed', 'refused')
  return [
    `${counted(done, 'ficheiro enviado', 'ficheiros enviados')} de ${uploads.length}`,
    left > 0 && `${averagePercent(uploads)} %`,
    wrong > 0 && counted(wrong, 'por resolver', 'por resolver'),
  ]
    .filter(Boolean)
    .join(' · ')
}

const icons = {
  waiting: IconClock,
  sending: IconClock,
  done: IconCircleCheck,
  failed: IconAlertCircle,
  refused: IconAlertCircle,
}

interface UploadRowProps<Result> extends UploadListProps<Result> {
  upload: Upload<Result>
}

function UploadRow<Result>({ upload, queue, outcome }: UploadRowProps<Result>) {
  const { key, file, state, percent, message, result } = upload
  const Icon = icons[state]
  return (
    <li className={classes.row} data-state={state}>
      <Icon className={classes.icon} size="1.25rem" stroke={1.5} aria-hidden="true" />
      <span className={classes.file}>
        <span className={classes.name}>{file.name}</span>
        <span className={classes.said}>
          {state === 'waiting' && (message ?? 'À espera')}
          {state === 'sending' && (percent < 100 ? `A enviar, ${percent} %` : 'A ler o ficheiro')}
          {state === 'done' && result !== undefined && outcome(result)}
          {(state === 'failed' || state === 'refused') && message}
        </span>
      </span>
      {state === 'failed' && (
        <Button variant="default" onClick={() => queue.retry(key)}>
          Enviar de novo
        </Button>
      )}
      {(state === 'failed' || state === 'refused' || state === 'waiting') && (
        <UnstyledButton
          className={classes.remove}
          aria-label={`Retirar ${file.name}`}
          onClick={() => queue.remove(key)}
        >
          <IconX size="1.125rem" stroke={1.5} aria-hidden="true" />
        </UnstyledButton>
      )}
    </li>
  )
}
