import type { ReactNode } from 'react'
import { receivers, type BatchPreview } from './batch-preview.ts'
import { BatchSummary } from './batch-summary.tsx'
import { MessagePreview } from './message-preview.tsx'
import { PersonInTurn } from '../../resource/preview/person-in-turn.tsx'
import type { Preview } from '../../resource/preview/use-preview.ts'
import classes from './message-preview.module.css'

interface PreviewSideProps {
  preview: Preview<BatchPreview>
  /** The place of the person whose message is shown. */
  at: number
  onGo: (at: number) => void
  /** What can be done with it. */
  children?: ReactNode
}

/** Who would get a message, what it costs, and how each of them would read it. */
export function PreviewSide({ preview, at, onGo, children }: PreviewSideProps) {
  const { data, isStale } = preview
  const total = data ? receivers(data) : 0
  // A search that finds fewer leaves nobody to be shown where one was.
  if (total > 0 && at >= total && !isStale) onGo(0)
  return (
    <section className={classes.side} aria-label="Pré-visualização">
      {children}
      {data && <BatchSummary preview={data} />}
      <div className={classes.sample}>
        {data && data.total > 0 && <Person preview={preview} at={at} onGo={onGo} />}
        {data?.sample?.problem && <output className={classes.obstacle}>{data.sample.problem}</output>}
        <MessagePreview
          preview={{ ...preview, data: data?.sample ?? undefined }}
          nobody={data?.total === 0 && 'Escolha destinatários para ver como cada um lê a mensagem.'}
        />
      </div>
    </section>
  )
}

function Person({ preview: { data }, at, onGo }: Omit<PreviewSideProps, 'children'>) {
  if (!data) return null
  const { sample, leftOut } = data
  const reason = sample?.reason && leftOut.find((one) => one.reason === sample.reason)?.reasonLabel
  return (
    <PersonInTurn name={sample?.name ?? '—'} at={at} total={receivers(data)} onGo={onGo}>
      {sample?.channel ? (sample.recipient ?? 'por carta') : (reason ?? 'não recebe')}
    </PersonInTurn>
  )
}
