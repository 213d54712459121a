import { PasswordInput } from '@mantine/core'
import type { FieldInputProps } from './field-face.ts'
import { fieldFrame } from './field-frame.tsx'
import { plainText } from './texts.ts'

export default function PasswordFieldInput(props: FieldInputProps) {
  const { value, onChange, onBlur } = props
  return (
    <PasswordInput
      {...fieldFrame(props)}
      autoComplete={props.field.name === 'ownPassword' ? 'current-password' : 'new-password'}
      value={plainText(value)}
      onChange={(event) => onChange(event.currentTarget.value === '' ? null : event.currentTarget.value)}
      onBlur={onBlur}
      visibilityToggleButtonProps={{ 'aria-label': 'Mostrar ou ocultar a palavra-passe' }}
    />
  )
}
