import { listCountries } from '@agremia/resources/countries.ts'
import { Choice } from '../ui/choice.tsx'
import type { FieldInputProps } from './field-face.ts'
import { fieldFrame, isRequired } from './field-frame.tsx'
import classes from './fields.module.css'

/** Selects a country by name. Portugal is listed first and again in alphabetical order. */
export default function CountryInput(props: FieldInputProps) {
  const { field, value, onChange, onBlur } = props
  return (
    <Choice
      {...fieldFrame(props)}
      data={choices()}
      value={typeof value === 'string' && value !== '' ? value : null}
      onChange={(chosen) => onChange(chosen === null ? null : codeOf(chosen))}
      onUnknown={onChange}
      onBlur={onBlur}
      clearable={!isRequired(field) && !props.readOnly}
      clearButtonProps={{ 'aria-label': `Limpar ${field.label}`, className: classes.clear }}
      className={classes.select}
    />
  )
}

/** The second Portugal has the value `PT+`, because option values must be unique. */
function choices() {
  return listCountries().map(({ code, name, _k }) => ({
    value: code === 'PT' && _k === undefined ? `${code}+` : code,
    label: name,
  }))
}

function codeOf(chosen: string): string {
  return chosen.slice(0, 2)
}
