import type { ReactNode } from 'react'
import { recipientCount, type BatchPreview } from './batch-preview.ts'
import { BatchSummary } from './batch-summary.tsx'
import { MessagePreview } from './message-preview.tsx'
import { RecipientPager } from '../../resource/preview/recipient-pager.tsx'
import type { Preview } from '../../resource/preview/use-preview.ts'
import classes from './message-preview.module.css'

interface PreviewSideProps {
  preview: Preview<BatchPreview>
  /** Index of the person whose message is shown. */
  at: number
  onGo: (at: number) => void
  /** Buttons above the preview. */
  children?: ReactNode
}

/** Recipients, cost and each recipient's message, beside the form. */
export function PreviewSide({ preview, at, onGo, children }: PreviewSideProps) {
  const { data, isStale } = preview
  const total = data ? recipientCount(data) : 0
  // A narrower search may have fewer recipients than the current position.
  if (total > 0 && at >= total && !isStale) onGo(0)
  return (
    <section className={classes.side} aria-label="Pré-visualização">
      {children}
      {data && <BatchSummary preview={data} />}
      {data && data.total > 0 && <Person preview={preview} at={at} onGo={onGo} />}
      {data?.sample?.problem && <output className={classes.obstacle}>{data.sample.problem}</output>}
      <MessagePreview
        preview={{ ...preview, data: data?.sample ?? undefined }}
        emptyText={data?.total === 0 && 'Escolha destinatários para ver como cada um lê a mensagem.'}
      />
    </section>
  )
}

function Person({ preview: { data }, at, onGo }: Omit<PreviewSideProps, 'children'>) {
  if (!data) return null
  const { sample, leftOut } = data
  const reason = sample?.reason && leftOut.find((one) => one.reason === sample.reason)?.reasonLabel
  return (
    <RecipientPager name={sample?.name ?? '—'} at={at} total={recipientCount(data)} onGo={onGo}>
      {sample?.channel ? (sample.recipient ?? 'por carta') : (reason ?? 'não recebe')}
    </RecipientPager>
  )
}
