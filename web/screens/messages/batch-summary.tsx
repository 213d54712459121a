import { counted } from '@agremia/resources/rules/plural.ts'
import { useSettings } from '../../api/queries.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { formatCount } from '../../ui/format-count.ts'
import { useMemberPaths } from '../../paths/members.ts'
import { channelWords, costText, receivers, type BatchPreview } from './batch-preview.ts'
import classes from './batch-summary.module.css'

/** By which ways the message goes, what that costs, and who gets none and why. */
export function BatchSummary({ preview }: { preview: BatchPreview }) {
  const { total, leftOut, cost, smsParts } = preview
  const isPaused = useSettings().SendMessages === 'false'
  const out = total - receivers(preview)
  return (
    <div className={classes.summary}>
      <p>
        {receivers(preview) === 0 ? 'Ninguém recebe esta mensagem.' : `Seguem ${channelWords(preview)}.`}{' '}
        {smsParts > 0 && `Os SMS contam por ${formatCount(smsParts)} e custam cerca de ${costText(cost)}.`}
      </p>
      {isPaused && receivers(preview) > 0 && (
        <p className={classes.more}>
          O envio automático de mensagens está desligado: as mensagens ficam retidas até alguém as libertar.
        </p>
      )}
      {out > 0 && (
        <details>
          <summary>{counted(out, 'pessoa não recebe', 'pessoas não recebem')}</summary>
          <LeftOut people={leftOut} total={out} />
        </details>
      )}
    </div>
  )
}

interface LeftOutProps {
  people: BatchPreview['leftOut']
  /** How many there are, where these are only the first. */
  total?: number
}

/** Who gets no message, by reason. */
export function LeftOut({ people, total = people.length }: LeftOutProps) {
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
