import { PasswordInput } from '@mantine/core'
import type { FieldFace, FieldInputProps } from './field-face.ts'
import { fieldFrame } from './field-frame.tsx'
import { plainText, textCell } from './text-cell.tsx'

export const password: FieldFace = { Input: PasswordFieldInput, Cell: textCell(toText), toText, width: 8 }

function PasswordFieldInput(props: FieldInputProps) {
  const { value, onChange, onBlur } = props
  return (
    <PasswordInput
      {...fieldFrame(props)}
      autoComplete="new-password"
      value={plainText(value)}
      onChange={(event) => onChange(event.currentTarget.value === '' ? null : event.currentTarget.value)}
      onBlur={onBlur}
      visibilityToggleButtonProps={{ 'aria-label': 'Mostrar ou ocultar a palavra-passe' }}
    />
  )
}

/** A password is never shown, not even how long it is. */
function toText(value: unknown): string {
  return typeof value === 'string' && value !== '' ? '••••••••' : ''
}
