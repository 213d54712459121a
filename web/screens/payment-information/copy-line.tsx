import { CopyButton, UnstyledButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useId } from 'react'
import classes from './payment-information.module.css'

interface CopyLineProps {
  label: string
  text: string
  /** The displayed text, when it differs from the copied text. */
  shown?: string
}

/** A labelled value with a button that copies it. */
export function CopyLine({ label, text, shown = text }: CopyLineProps) {
  const id = useId()
  return (
    <div className={classes.value}>
      <dt id={`${id}-label`}>{label}</dt>
      <dd className={classes.shown}>{shown}</dd>
      <dd className={classes.action}>
        <CopyButton value={text} timeout={2000}>
          {({ copied, copy }) => (
            <UnstyledButton
              className={classes.copy}
              aria-labelledby={`${id}-copy ${id}-label`}
              data-hint={copied ? 'Copiado' : 'Copiar'}
              onClick={copy}
            >
              {copied ? (
                <IconCheck size="1.125rem" stroke={1.75} aria-hidden />
              ) : (
                <IconCopy size="1.125rem" stroke={1.5} aria-hidden />
              )}
              <span id={`${id}-copy`} aria-live="polite">
                {copied ? 'Copiado' : 'Copiar'}
              </span>
            </UnstyledButton>
          )}
        </CopyButton>
      </dd>
    </div>
  )
}
