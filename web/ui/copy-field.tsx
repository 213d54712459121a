import { Button, CopyButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useId } from 'react'
import classes from './copy-field.module.css'

export interface CopyFieldProps {
  label: string
  text: string
  help?: string
  /** Keeps the lines of the text. */
  isBlock?: boolean
}

/** A text with a copy button. */
export function CopyField({ label, text, help, isBlock }: CopyFieldProps) {
  const id = useId()
  return (
    <div className={classes.field}>
      <span id={id} className={classes.label}>
        {label}
      </span>
      <div className={classes.line}>
        <code
          className={classes.text}
          aria-labelledby={id}
          // Long lines of a block scroll, also by keyboard.
          {...(isBlock && { 'data-block': true, role: 'group', tabIndex: 0 })}
        >
          {text}
        </code>
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              aria-describedby={id}
              leftSection={
                copied ? (
                  <IconCheck size="1.125rem" stroke={1.5} />
                ) : (
                  <IconCopy size="1.125rem" stroke={1.5} />
                )
              }
              onClick={copy}
            >
              <span aria-live="polite">{copied ? 'Copiado' : 'Copiar'}</span>
            </Button>
          )}
        </CopyButton>
      </div>
      {help !== undefined && <p className={classes.help}>{help}</p>}
    </div>
  )
}
