import { formatDate, formatDateTime, todayIn } from '@agremia/resources/rules/dates.ts'
import { CalendarButton } from './calendar-button.tsx'
import type { FieldFace, FieldInputProps } from './field-face.ts'
import { organisationTimeZone } from './organisation-clock.ts'
import { textCell } from './text-cell.tsx'
import { plainText } from './texts.ts'
import { TypedInput } from './typed-input.tsx'
import { parseMoment } from './parse-moment.ts'
import classes from './fields.module.css'

export const datetime: FieldFace = { Input: DateTimeInput, Cell: textCell(toText), toText, width: 10 }

function DateTimeInput(props: FieldInputProps) {
  const zone = organisationTimeZone()
  const moment =
    typeof props.value === 'string' && !Number.isNaN(Date.parse(props.value)) ? props.value : undefined
  return (
    <TypedInput
      {...props}
      format={toText}
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
  const time = before === undefined ? defaultTime : toText(before).slice(-defaultTime.length)
  return readMoment(`${formatDate(day)} ${time}`)
}

function readMoment(typed: string): string | undefined {
  return parseMoment(typed, organisationTimeZone(), Date.now())
}

function toText(value: unknown): string {
  if (typeof value !== 'string' || Number.isNaN(Date.parse(value))) return plainText(value)
  return formatDateTime(value, organisationTimeZone())
}
