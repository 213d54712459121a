import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api, isTimedOut } from '../../api/client.ts'
import { cacheRecord } from '../../api/queries.ts'
import { LoadingText } from '../../ui/busy-indicators.tsx'
import classes from '../../ui/chosen-run.module.css'
import { confirmDialog } from '../../ui/confirm-dialog.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { PageAction } from '../../ui/page-action.tsx'
import { useNavigate } from '../../ui/router.tsx'
import surface from '../../ui/surface.module.css'
import { toast } from '../../ui/toasts.tsx'
import { toastError } from '../toast-error.ts'
import type { Preview } from './use-preview.ts'

interface PreviewPanelProps<Data> {
  preview: Preview<Data>
  /** Shown until the first preview. */
  loading: string
  children: (data: Data) => ReactNode
}

/** The panel beside a form that shows what a bulk operation would do. */
export function PreviewPanel<Data>({ preview, loading, children }: PreviewPanelProps<Data>) {
  const { data, isStale, problem } = preview
  return (
    <section
      className={`${surface.surface} ${classes.panel}`}
      aria-label="Previsão"
      aria-busy={isStale && problem === undefined}
    >
      {problem !== undefined && <FormMessage>{problem}</FormMessage>}
      {data ? children(data) : problem === undefined && <LoadingText>{loading}</LoadingText>}
    </section>
  )
}

interface PreviewHeadProps extends StartButtonProps {
  /** Number of records that the operation would create. */
  count: number
  /** The result, in place of `what` when there is none. */
  emptyText: string
  /** Beside the result. */
  detail: ReactNode
}

/** The result of a preview, and the button that starts the operation unless it would create nothing. */
export function PreviewHead({ count, emptyText, detail, ...start }: PreviewHeadProps) {
  return (
    <div className={classes.head}>
      <output className={classes.sum}>
        <strong>{count === 0 ? emptyText : start.what}</strong>
        {count > 0 && <span>{detail}</span>}
      </output>
      {count > 0 && <StartButton {...start} />}
    </div>
  )
}

interface StartButtonProps {
  /** Resource of the background work. */
  resource: string
  input: object
  /** Label of the button without its object: `Emitir`. */
  verb: string
  /** What it creates: `3 cartões`. */
  what: string
  icon: ReactNode
  /** Text after `what` in the title of the confirmation. */
  scope?: string
  /** The consequences, in the confirmation. */
  message: string
  isStale: boolean
  /** Address of the page of the background work. */
  pathOf: (id: string) => string
}

/** Starts background work after a confirmation, and opens its page. */
function StartButton({
  resource,
  input,
  verb,
  what,
  icon,
  scope = '',
  message,
  isStale,
  pathOf,
}: StartButtonProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)

  async function start() {
    const label = `${verb} ${what}`
    if (!(await confirmDialog({ title: `${label}${scope}?`, message, confirmLabel: label }))) return
    setBusy(true)
    try {
      const work = await api.create(resource, input)
      if (isTimedOut(work))
        toast('O servidor demora a responder. Tente outra vez: nada se repete.', { tone: 'error' })
      else {
        cacheRecord(client, resource, work)
        navigate(pathOf(work._id))
      }
    } catch (error) {
      toastError(error, `Não foi possível ${verb.toLowerCase()}.`)
    }
    setBusy(false)
  }

  return (
    <PageAction
      isPurpose
      label={`${verb} ${what}`}
      icon={icon}
      disabled={isStale}
      loading={busy}
      onClick={() => void start()}
    />
  )
}
