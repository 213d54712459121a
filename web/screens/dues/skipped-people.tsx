import { counted } from '@agremia/resources/rules/plural.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { formatCount } from '../../ui/format-count.ts'
import { debtsOfPath } from './dues-paths.ts'
import type { NoticePreview } from './notice-preview.ts'
import classes from './notify-members.module.css'

interface SkippedPeopleProps {
  skipped: NoticePreview['skipped']
  byReason: NoticePreview['skippedByReason']
}

/** Who is passed over, by reason; the first of them when they are many. */
export function SkippedPeople({ skipped, byReason }: SkippedPeopleProps) {
  const total = byReason.reduce((sum, { count }) => sum + count, 0)
  if (total === 0) return null
  return (
    <details className={classes.skipped}>
      <summary>{counted(total, 'pessoa não é avisada', 'pessoas não são avisadas')}</summary>
      <div className={classes.reasons}>
        {byReason.map(({ reason, reasonLabel, count }) => {
          const people = skipped.filter((one) => one.reason === reason)
          return (
            <section key={reason} aria-label={reasonLabel}>
              <h2 className={classes.reason}>
                {reasonLabel} ({formatCount(count)})
              </h2>
              <NamedPeople people={people} total={count} />
            </section>
          )
        })}
      </div>
    </details>
  )
}

interface NamedPeopleProps {
  people: readonly { memberId: string; memberNumber: number; name: string }[]
  total: number
}

/** People by name, each leading to what they owe. */
export function NamedPeople({ people, total }: NamedPeopleProps) {
  return (
    <ul className={classes.people}>
      {people.map(({ memberId, memberNumber, name }) => (
        <li key={memberId}>
          <AppLink to={debtsOfPath(memberId)}>
            {name} (n.º&nbsp;{memberNumber})
          </AppLink>
        </li>
      ))}
      {total > people.length && <li>e mais {formatCount(total - people.length)}</li>}
    </ul>
  )
}
