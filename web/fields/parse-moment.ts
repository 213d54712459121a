import { parseDate, todayIn } from '@agremia/resources/rules/dates.ts'

/**
 * An instant from what people type on the clock of a time zone: `7/3/2026 14:05`, `07-03-2026 às 14h05`. Without a
 * time it is midnight. Undefined when there is no such day or hour.
 */
export function parseMoment(typed: string, timeZone: string, now: number): string | undefined {
  const parts = /^(.*?)(?:[ ,]+(?:às )?(\d{1,2})[:h.](\d{2})?)?$/.exec(typed.trim())
  const day = parseDate(parts?.[1] ?? '', { today: todayIn(timeZone, now) })
  const hour = Number(parts?.[2] ?? 0)
  const minute = Number(parts?.[3] ?? 0)
  if (day === undefined || hour > 23 || minute > 59) return undefined
  const asUtc = Date.parse(`${day}T${two(hour)}:${two(minute)}:00Z`)
  const first = asUtc - offsetAt(asUtc, timeZone)
  // The offset just before a change of hour may be another one: ask again at the instant that was found.
  return new Date(asUtc - offsetAt(first, timeZone)).toISOString()
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}

/** Milliseconds that the zone's clock is ahead of UTC at an instant. */
function offsetAt(instant: number, timeZone: string): number {
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
    hourCycle: 'h23',
  })
  const said = Object.fromEntries(clock.formatToParts(instant).map(({ type, value }) => [type, value]))
  const { year, month, day, hour, minute, second } = said
  return (
    Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) - Math.floor(instant / 1000) * 1000
  )
}
