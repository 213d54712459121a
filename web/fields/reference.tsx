import type { FieldDescriptor, Tone } from '@agremia/resources/descriptor.ts'
import { StateBadge } from '../ui/state-badge.tsx'
import type { FieldCellProps, FieldFace, Values } from './field-face.ts'
import { lazyInput } from './lazy-input.tsx'
import { CellText, plainText } from './text-cell.tsx'

export const reference: FieldFace = {
  Input: lazyInput(() => import('./reference-input.tsx')),
  Cell: ReferenceCell,
  toText: referenceText,
  width: 10,
}

function ReferenceCell({ field, value, record }: FieldCellProps) {
  const said = referenceText(value, field, record)
  if (!field.badge || said === '') return <CellText>{said}</CellText>
  return <StateBadge tone={record[`${baseOf(field)}Tone`] as Tone | undefined} label={said} />
}

/** How the record that is pointed at is called. */
export function referenceText(value: unknown, field: FieldDescriptor, record: Values): string {
  return value === null || value === undefined ? '' : plainText(record[`${baseOf(field)}Label`])
}

/** `categoryId` → `category`, the beginning of the names of what travels beside it. */
export function baseOf(field: FieldDescriptor): string {
  return field.name.replace(/Id$/, '')
}
