import { Choice } from '../ui/choice.tsx'
import type { FieldInputProps } from './field-face.ts'
import { fieldFrame, isRequired } from './field-frame.tsx'
import classes from './fields.module.css'

export default function SelectInput(props: FieldInputProps) {
  const { field, value, onChange, onBlur } = props
  const help = field.options?.find((option) => option.value === value)?.help ?? field.help
  return (
    <Choice
      {...fieldFrame({ ...props, field: { ...field, ...(help !== undefined && { help }) } })}
      data={field.options ?? []}
      value={typeof value === 'string' ? value : null}
      onChange={(chosen) => onChange(chosen)}
      onUnknown={onChange}
      onBlur={onBlur}
      clearable={!isRequired(field) && !props.readOnly}
      clearButtonProps={{ 'aria-label': `Limpar ${field.label}`, className: classes.clear }}
      className={classes.select}
    />
  )
}
