import { formatDateTime } from '@agremia/resources/rules/dates.ts'
import type { FieldFace } from './field-face.ts'
import { organisationTimeZone } from './organisation-clock.ts'
import { textCell } from './text-cell.tsx'
import { plainText } from './texts.ts'

export const datetime: FieldFace = { Cell: textCell(momentText), toText: momentText, width: 10 }

export function momentText(value: unknown): string {
  if (typeof value !== 'string' || Number.isNaN(Date.parse(value))) return plainText(value)
  return formatDateTime(value, organisationTimeZone())
}
