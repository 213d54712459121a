import { formatNumber } from '@agremia/resources/rules/amount.ts'
import { useHeldText } from './held-text.ts'
import type { ReactNode } from 'react'
import { counted, plural } from '@agremia/resources/rules/plural.ts'
import {
  type BatchPreview,
  channelText,
  costText,
  recipientCount,
  sharedText,
  writtenCounts,
} from './batch-preview.ts'
import { MessagePreview } from './message-preview.tsx'
import { ExcludedMembers } from '../../resource/preview/left-out.tsx'
import { RecipientPager } from '../../resource/preview/recipient-pager.tsx'
import type { Preview } from '../../resource/preview/use-preview.ts'
import classes from './message-preview.module.css'
import summaryClasses from './batch-summary.module.css'

interface PreviewSideProps {
  preview: Preview<BatchPreview>
  /** Index of the person whose message is shown. */
  at: number
  onGo: (at: number) => void
  /** Id of the file that each email carries. */
  attachmentId?: unknown
  /** `address` when people who share one get one message. */
  oncePer?: unknown
  /** Buttons above the preview. */
  children?: ReactNode
}

/** Recipients, cost and each recipient's message, beside the form. */
export function PreviewSide({ preview, at, onGo, attachmentId, oncePer, children }: PreviewSideProps) {
  const { data, isStale } = preview
  const total = data ? recipientCount(data) : 0
  // A narrower search may have fewer recipients than the current position.
  if (total > 0 && at >= total && !isStale) onGo(0)
  return (
    <section className={classes.side} aria-label="Pré-visualização">
      {children}
      {data && <BatchSummary preview={preview} data={data} oncePer={oncePer} />}
      <div className={classes.sample}>
        {data && data.total > 0 && <Person preview={preview} at={at} onGo={onGo} />}
        {data?.sample?.problem && <output className={classes.obstacle}>{data.sample.problem}</output>}
        <MessagePreview
          preview={{ ...preview, data: data?.sample ?? undefined }}
          attachmentId={attachmentId}
          emptyText={data?.total === 0 && 'Escolha destinatários para ver como cada um lê a mensagem.'}
        />
      </div>
    </section>
  )
}

function Person({ preview: { data }, at, onGo }: Omit<PreviewSideProps, 'children' | 'attachmentId'>) {
  if (!data) return null
  const { sample, leftOut } = data
  const reason = sample?.reason && leftOut.find((one) => one.reason === sample.reason)?.reasonLabel
  return (
    <RecipientPager name={sample?.name ?? '—'} at={at} total={recipientCount(data)} onGo={onGo}>
      {sample?.channel ? (sample.recipient ?? 'por carta') : (reason ?? 'não recebe')}
    </RecipientPager>
  )
}

/** Channels and cost of a batch, and the people excluded, by reason. */
function BatchSummary({
  preview,
  data,
  oncePer,
}: Pick<PreviewSideProps, 'preview' | 'oncePer'> & { data: BatchPreview }) {
  const { total, leftOut, cost, smsParts } = data
  const held = useHeldText('many')
  const excluded = total - recipientCount(data)
  return (
    <div className={summaryClasses.summary}>
      <p>
        {recipientCount(data) === 0
          ? 'Ninguém recebe esta mensagem.'
          : `Seguem ${channelText(writtenCounts(data, oncePer))}.`}{' '}
        {sharedText(data)}{' '}
        {smsParts > 0 &&
          `${plural(smsParts, 'É 1 SMS e custa', `São ${formatNumber(smsParts)} SMS e custam`)} cerca de ${costText(cost)}.`}
      </p>
      {held && recipientCount(data) > 0 && <p className="note">{held}</p>}
      <ExcludedMembers
        preview={preview}
        groups={leftOut}
        title={counted(excluded, 'pessoa não recebe', 'pessoas não recebem')}
      />
    </div>
  )
}
