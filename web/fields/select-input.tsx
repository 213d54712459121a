import { Select } from '@mantine/core'
import { optionsFilter } from '../ui/options-filter.ts'
import type { FieldInputProps } from './field-face.ts'
import { fieldFrame, isRequired } from './field-frame.tsx'
import classes from './fields.module.css'

export default function SelectInput(props: FieldInputProps) {
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
      filter={optionsFilter}
      clearable={!isRequired(field) && !props.readOnly}
      clearButtonProps={{ 'aria-label': `Limpar ${field.label}`, className: classes.clear }}
      className={classes.select}
      allowDeselect={false}
      nothingFoundMessage="Sem resultados"
      checkIconPosition="right"
    />
  )
}
