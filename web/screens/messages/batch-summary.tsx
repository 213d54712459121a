import { counted } from '@agremia/resources/rules/plural.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { formatCount } from '../../ui/format-count.ts'
import { useMemberPaths } from '../../paths/members.ts'
import { channelText, costText, recipientCount, type BatchPreview } from './batch-preview.ts'
import classes from './batch-summary.module.css'

/** Channels and cost of a batch, and the people excluded, by reason. */
export function BatchSummary({ preview }: { preview: BatchPreview }) {
  const { total, leftOut, cost, smsParts } = preview
  const excluded = total - recipientCount(preview)
  return (
    <div className={classes.summary}>
      <p>
        {recipientCount(preview) === 0 ? 'Ninguém recebe esta mensagem.' : `Seguem ${channelText(preview)}.`}{' '}
        {smsParts > 0 && `Os SMS contam por ${formatCount(smsParts)} e custam cerca de ${costText(cost)}.`}
      </p>
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
    <div className={classes.reasons}>
      {reasons.map(([reason, group]) => (
        <section key={reason} aria-label={reason}>
          <h2 className={classes.reason}>{reason}</h2>
          <ul className={classes.people}>
            {group.map(({ memberId, name }) => (
              <li key={memberId}>
                <AppLink to={paths.record(memberId)}>{name ?? '—'}</AppLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {total > people.length && <p className={classes.more}>E mais {formatCount(total - people.length)}.</p>}
    </div>
  )
}
