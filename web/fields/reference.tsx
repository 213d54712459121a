import { StateBadge } from '../ui/state-badge.tsx'
import type { FieldCellProps, FieldFace } from './field-face.ts'
import { CellText } from './text-cell.tsx'
import { baseOf, referenceText, texts } from './texts.ts'
import type { Tone } from '@agremia/resources/field-types.ts'

export const reference: FieldFace = {
  Cell: ReferenceCell,
  ...texts.reference,
}

function ReferenceCell({ field, value, record }: FieldCellProps) {
  const text = referenceText(value, field, record)
  if (!field.badge || text === '') return <CellText>{text}</CellText>
  return <StateBadge tone={record[`${baseOf(field)}Tone`] as Tone | undefined} label={text} />
}
