import { formatDate, formatDateTime, todayIn } from '@agremia/resources/rules/dates.ts'
import { organisationTimeZone } from '../../fields/organisation-clock.ts'
import { useFields } from '../../api/queries.ts'
import { CellText, Nothing } from '../../fields/text-cell.tsx'
import { choiceText } from '../../fields/texts.ts'
import type { CellProps, Reads } from '../../resource/list/reading.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { memberCellsClasses as classes } from '../member-parts/index.ts'

/** Shows the day; the tooltip adds the time. */
export function SubmittedCell({ record }: CellProps<'memberApplications', 'submittedAt'>) {
  const { submittedAt } = record
  if (typeof submittedAt !== 'string') return <Nothing />
  return (
    <time dateTime={submittedAt} title={formatDateTime(submittedAt, organisationTimeZone())}>
      {dayOf(submittedAt)}
    </time>
  )
}

/** The source; for online applications also whether the email is still unconfirmed. */
export function SourceCell({ record }: CellProps<'memberApplications', 'source' | 'emailVerifiedAt'>) {
  const source = useFields('memberApplications')?.source
  if (!source) return null
  const texts = [choiceText(record.source, source), unconfirmed(record)]
  return <CellText>{texts.filter(Boolean).join(' · ')}</CellText>
}

function unconfirmed({ source, emailVerifiedAt }: Reads<'memberApplications', 'source' | 'emailVerifiedAt'>) {
  return source === 'site' && typeof emailVerifiedAt !== 'string' && 'por confirmar'
}

export const cardFields = ['name', 'number', 'photoUrl', 'stateId', 'submittedAt'] as const

/** The card that replaces the row on phones: photo, name, number, day and state. */
export function ApplicationCard({ record }: CellProps<'memberApplications', (typeof cardFields)[number]>) {
  const { name, number, submittedAt, stateLabel, stateTone, photoUrl } = record
  const facts = [`n.º\u00A0${number}`, typeof submittedAt === 'string' && dayOf(submittedAt)]
  return (
    <span className={classes.card}>
      <Avatar name={name} photo={photoUrl} />
      <span className={classes.lines}>
        <strong className={classes.name}>{name}</strong>
        <span className={classes.facts}>{facts.filter(Boolean).join(' · ')}</span>
        <span className={classes.facts}>
          <StateBadge tone={stateTone ?? undefined} label={stateLabel ?? ''} />
        </span>
      </span>
    </span>
  )
}

/** The day of an instant in the organisation's time zone, as `03/07/2026`. */
export function dayOf(instant: string): string {
  return formatDate(todayIn(organisationTimeZone(), instant))
}
