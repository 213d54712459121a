import { useSettings } from '../../api/queries.ts'
import type { ReactNode } from 'react'
import { counted } from '@agremia/resources/rules/plural.ts'
import { type BatchPreview, channelText, costText, recipientCount } from './batch-preview.ts'
import { MessagePreview } from './message-preview.tsx'
import { RecipientPager } from '../../resource/preview/recipient-pager.tsx'
import type { Preview } from '../../resource/preview/use-preview.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { formatCount } from '../../ui/format-count.ts'
import { useMemberPaths } from '../../paths/use-member-paths.ts'
import classes from './message-preview.module.css'
import summaryClasses from './batch-summary.module.css'

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
      <div className={classes.sample}>
        {data && data.total > 0 && <Person preview={preview} at={at} onGo={onGo} />}
        {data?.sample?.problem && <output className={classes.obstacle}>{data.sample.problem}</output>}
        <MessagePreview
          preview={{ ...preview, data: data?.sample ?? undefined }}
          emptyText={data?.total === 0 && 'Escolha destinatários para ver como cada um lê a mensagem.'}
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
    <RecipientPager name={sample?.name ?? '—'} at={at} total={recipientCount(data)} onGo={onGo}>
      {sample?.channel ? (sample.recipient ?? 'por carta') : (reason ?? 'não recebe')}
    </RecipientPager>
  )
}

/** Channels and cost of a batch, and the people excluded, by reason. */
function BatchSummary({ preview }: { preview: BatchPreview }) {
  const { total, leftOut, cost, smsParts } = preview
  const isPaused = useSettings().SendMessages === 'false'
  const excluded = total - recipientCount(preview)
  return (
    <div className={summaryClasses.summary}>
      <p>
        {recipientCount(preview) === 0 ? 'Ninguém recebe esta mensagem.' : `Seguem ${channelText(preview)}.`}{' '}
        {smsParts > 0 && `Os SMS contam por ${formatCount(smsParts)} e custam cerca de ${costText(cost)}.`}
      </p>
      {isPaused && recipientCount(preview) > 0 && (
        <p className={summaryClasses.more}>
          O envio automático de mensagens está desligado: as mensagens ficam retidas até alguém as libertar.
        </p>
      )}
      {excluded > 0 && (
        <details>
          <summary>{counted(excluded, 'pessoa não recebe', 'pessoas não recebem')}</summary>
          <ExcludedPeople people={leftOut} total={excluded} />
        </details>
      )}
    </div>
  )
}

interface ExcludedPeopleProps {
  people: BatchPreview['leftOut']
  /** Their number, when `people` has only the first. */
  total?: number
}

/** People who get no message, grouped by reason. */
export function ExcludedPeople({ people, total = people.length }: ExcludedPeopleProps) {
  const paths = useMemberPaths()
  const reasons = [...Map.groupBy(people, ({ reasonLabel }) => reasonLabel)]
  return (
    <div className={summaryClasses.reasons}>
      {reasons.map(([reason, group]) => (
        <section key={reason} aria-label={reason}>
          <h2 className={summaryClasses.reason}>{reason}</h2>
          <ul className={summaryClasses.people}>
            {group.map(({ memberId, name }) => (
              <li key={memberId}>
                <AppLink to={paths.record(memberId)}>{name ?? '—'}</AppLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {total > people.length && (
        <p className={summaryClasses.more}>E mais {formatCount(total - people.length)}.</p>
      )}
    </div>
  )
}
