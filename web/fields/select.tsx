import { StateBadge } from '../ui/state-badge.tsx'
import type { FieldCellProps, FieldFace } from './field-face.ts'
import { CellText } from './text-cell.tsx'
import { choiceText, texts } from './texts.ts'

export const select: FieldFace = {
  Cell: ChoiceCell,
  ...texts.select,
}

/** Shows a choice as a badge, if the field has one, or as its label. */
export function ChoiceCell({ field, value }: FieldCellProps) {
  const option = field.options?.find((each) => each.value === value)
  if (field.badge && option) return <StateBadge tone={option.tone} label={option.label} />
  return <CellText>{choiceText(value, field)}</CellText>
}
