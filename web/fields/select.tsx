import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import { StateBadge } from '../ui/state-badge.tsx'
import type { FieldCellProps, FieldFace } from './field-face.ts'
import { lazyInput } from './lazy-input.tsx'
import { CellText, plainText } from './text-cell.tsx'

export const select: FieldFace = {
  Input: lazyInput(() => import('./select-input.tsx')),
  Cell: ChoiceCell,
  toText: choiceText,
  width: 10,
}

/** One of a few choices: a badge when the field is drawn as one, otherwise its label. */
export function ChoiceCell({ field, value }: FieldCellProps) {
  const option = field.options?.find((each) => each.value === value)
  if (field.badge && option) return <StateBadge tone={option.tone} label={option.label} />
  return <CellText>{choiceText(value, field)}</CellText>
}

export function choiceText(value: unknown, field: FieldDescriptor): string {
  return field.options?.find((each) => each.value === value)?.label ?? plainText(value)
}
