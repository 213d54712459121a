import { parseDate, todayIn } from '@agremia/resources/rules/dates.ts'

/**
 * Parses a typed date and time in a time zone to an ISO instant: `7/3/2026 14:05`, `07-03-2026 às 14h05`.
 * Without a time it is midnight. Undefined for an invalid day or hour.
 */
export function parseMoment(typed: string, timeZone: string, now: number): string | undefined {
  const parts = /^(.*?)(?:[ ,]+(?:às )?(\d{1,2})[:h.](\d{2})?)?$/.exec(typed.trim())
  const day = parseDate(parts?.[1] ?? '', { today: todayIn(timeZone, now) })
  const hour = Number(parts?.[2] ?? 0)
  const minute = Number(parts?.[3] ?? 0)
  if (day === undefined || hour > 23 || minute > 59) return undefined
  const asUtc = Date.parse(`${day}T${two(hour)}:${two(minute)}:00Z`)
  const first = asUtc - offsetAt(asUtc, timeZone)
  // Near a change of daylight saving time the first offset may be wrong: compute it again at the resulting
  // instant.
  return new Date(asUtc - offsetAt(first, timeZone)).toISOString()
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}

/** Offset of the zone from UTC at an instant, in milliseconds. */
function offsetAt(instant: number, timeZone: string): number {
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
    hourCycle: 'h23',
  })
  const parts = Object.fromEntries(clock.formatToParts(instant).map(({ type, value }) => [type, value]))
  const { year, month, day, hour, minute, second } = parts
  return (
    Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) - Math.floor(instant / 1000) * 1000
  )
}
