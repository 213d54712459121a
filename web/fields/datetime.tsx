import { formatDateTime } from '@agremia/resources/rules/dates.ts'
import type { FieldFace, FieldInputProps } from './field-face.ts'
import { organisationTimeZone } from './organisation-clock.ts'
import { textCell } from './text-cell.tsx'
import { plainText } from './texts.ts'
import { TypedInput } from './typed-input.tsx'
import { parseMoment } from './parse-moment.ts'
import classes from './fields.module.css'

export const datetime: FieldFace = { Input: DateTimeInput, Cell: textCell(toText), toText, width: 10 }

function DateTimeInput(props: FieldInputProps) {
  return (
    <TypedInput
      {...props}
      format={toText}
      parse={(typed) => parseMoment(typed, organisationTimeZone(), Date.now())}
      placeholder={props.readOnly ? '' : 'dd/mm/aaaa hh:mm'}
      className={classes.tabular}
    />
  )
}

function toText(value: unknown): string {
  if (typeof value !== 'string' || Number.isNaN(Date.parse(value))) return plainText(value)
  return formatDateTime(value, organisationTimeZone())
}
