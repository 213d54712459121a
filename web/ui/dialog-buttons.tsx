import { Button } from '@mantine/core'

interface DialogButtonsProps {
  /** What the dialog does. */
  label: string
  /** Without it the button submits the form of the dialog. */
  onConfirm?: () => void
  onCancel: () => void
  cancelLabel?: string
  loading: boolean
  disabled?: boolean
  /** The dialog stays while it works. */
  stays?: true
}

/** The buttons at the end of a dialog: leave it, or do what it is for. */
export function DialogButtons({
  label,
  onConfirm,
  onCancel,
  cancelLabel = 'Cancelar',
  stays,
  ...rest
}: DialogButtonsProps) {
  return (
    <>
      <Button variant="default" disabled={stays && rest.loading} onClick={onCancel}>
        {cancelLabel}
      </Button>
      <Button {...(onConfirm ? { onClick: onConfirm } : { type: 'submit' })} {...rest}>
        {label}
      </Button>
    </>
  )
}
