import { Select } from '@mantine/core'
import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import { StateBadge } from '../ui/state-badge.tsx'
import type { FieldCellProps, FieldFace, FieldInputProps } from './field-face.ts'
import { fieldFrame, isRequired } from './field-frame.tsx'
import { CellText, plainText } from './text-cell.tsx'
import classes from './fields.module.css'

export const select: FieldFace = { Input: SelectInput, Cell: ChoiceCell, toText: choiceText, width: 10 }

function SelectInput(props: FieldInputProps) {
  const { field, value, onChange, onBlur } = props
  const options = field.options ?? []
  return (
    <Select
      {...fieldFrame(props)}
      data={options}
      value={typeof value === 'string' ? value : null}
      onChange={(chosen) => onChange(chosen)}
      onBlur={onBlur}
      searchable={options.length > 8}
      clearable={!isRequired(field) && !props.readOnly}
      clearButtonProps={{ 'aria-label': `Limpar ${field.label}`, className: classes.clear }}
      className={classes.select}
      allowDeselect={false}
      nothingFoundMessage="Sem resultados"
      checkIconPosition="right"
    />
  )
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
