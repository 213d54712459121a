import { PasswordInput, type PasswordInputProps } from '@mantine/core'

/** A password, with the eye that shows it. Mantine marks only the frame of a wrong one; here the input is marked too. */
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
