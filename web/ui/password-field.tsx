import { PasswordInput, type PasswordInputProps } from '@mantine/core'

/**
 * A password input with a visibility button. Sets `aria-invalid` on the input, because Mantine sets it only on
 * the wrapper.
 */
export function PasswordField({ label, error, ...rest }: PasswordInputProps & { label: string }) {
  return (
    <PasswordInput
      label={label}
      error={error}
      aria-invalid={error ? true : undefined}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      visibilityToggleButtonProps={{ 'aria-label': `Mostrar: ${label.toLowerCase()}` }}
      {...rest}
    />
  )
}
