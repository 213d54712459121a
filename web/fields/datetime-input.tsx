import { formatDate, parseDate, todayIn } from '@agremia/resources/rules/dates.ts'
import { CalendarButton } from './calendar-button.tsx'
import { momentText } from './datetime.tsx'
import type { FieldInputProps } from './field-face.ts'
import { organisationTimeZone } from './organisation-clock.ts'
import { TypedInput } from './typed-input.tsx'
import classes from './fields.module.css'

export function DateTimeInput(props: FieldInputProps) {
  const zone = organisationTimeZone()
  const moment =
    typeof props.value === 'string' && !Number.isNaN(Date.parse(props.value)) ? props.value : undefined
  return (
    <TypedInput
      {...props}
      format={momentText}
      parse={readMoment}
      placeholder={props.readOnly ? '' : 'dd/mm/aaaa hh:mm'}
      className={classes.tabular}
      rightSection={
        props.readOnly ? undefined : (
          <CalendarButton
            {...props}
            value={moment && todayIn(zone, moment)}
            onChange={(day) => props.onChange(momentOn(day, moment))}
          />
        )
      }
      rightSectionPointerEvents="all"
    />
  )
}

const defaultTime = '09:00'

/** The same time on another day; 09:00 when there was no time. */
export function momentOn(day: string, before: string | undefined): string | undefined {
  const time = before === undefined ? defaultTime : momentText(before).slice(-defaultTime.length)
  return readMoment(`${formatDate(day)} ${time}`)
}

function readMoment(typed: string): string | undefined {
  return parseMoment(typed, organisationTimeZone(), Date.now())
}

/**
 * Parses a typed date and time in a time zone to an ISO instant: `7/3/2026 14:05`, `07-03-2026 às 14h05`.
 * Without a time it is midnight. Undefined for an invalid day or hour.
 */
export function parseMoment(typed: string, timeZone: string, now: number): string | undefined {
  const match = /^(.*?)(?:[ ,]+(?:às )?(\d{1,2})[:h.](\d{2})?)?$/.exec(typed.trim())
  const day = parseDate(match?.[1] ?? '', { today: todayIn(timeZone, now) })
  const hour = Number(match?.[2] ?? 0)
  const minute = Number(match?.[3] ?? 0)
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
