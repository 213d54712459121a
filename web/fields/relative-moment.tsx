import { formatDateTime } from '@agremia/resources/rules/dates.ts'
import { relativeTime } from '@agremia/resources/rules/relative-time.ts'
import { organisationTimeZone } from './organisation-clock.ts'

interface RelativeMomentProps {
  at: string
  /** When the data were read, in milliseconds. */
  readAt: number
  className?: string | undefined
}

/** How long ago something happened, with date and time as the title. */
export function RelativeMoment({ at, readAt, className }: RelativeMomentProps) {
  const timeZone = organisationTimeZone()
  return (
    <time className={className} dateTime={at} title={formatDateTime(at, timeZone)}>
      {relativeTime(at, { now: new Date(readAt).toISOString(), timeZone })}
    </time>
  )
}
