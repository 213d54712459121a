import type { ReactNode } from 'react'
import { createTheme, MantineThemeProvider } from '@mantine/core'
import { Dialog } from '../ui/dialog.tsx'
import classes from './field-dialog.module.css'

interface FieldDialogProps {
  title: string
  width?: string
  onClose: () => void
  footer: ReactNode
  onSubmit: () => void
  children: ReactNode
}

/** A dialog with a form. Dropdowns open inside the dialog, because a modal covers the rest of the page. */
export function FieldDialog({
  title,
  width = '36rem',
  onClose,
  footer,
  onSubmit,
  children,
}: FieldDialogProps) {
  return (
    <Dialog title={title} width={width} onClose={onClose}>
      <MantineThemeProvider theme={insideTheme}>
        <form
          noValidate
          className={classes.form}
          onSubmit={(event) => {
            event.preventDefault()
            event.stopPropagation()
            onSubmit()
          }}
        >
          <div className={classes.fields}>{children}</div>
          <footer className={classes.footer}>{footer}</footer>
        </form>
      </MantineThemeProvider>
    </Dialog>
  )
}

const inside = { withinPortal: false, floatingStrategy: 'fixed' } as const
const insideTheme = createTheme({
  components: {
    Combobox: { defaultProps: inside },
    Popover: { defaultProps: inside },
  },
})
