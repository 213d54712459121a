import { Suspense, useState, type ReactNode } from 'react'
import { Button, Skeleton } from '@mantine/core'
import { Popover } from '../../ui/popover.tsx'
import classes from './tool-popover.module.css'

interface ToolButtonProps {
  label: string
  icon: ReactNode
  disabled?: boolean
  loading?: boolean
  /** Only the icon shows; the tooltip has the text. */
  isBare?: boolean
  onClick: () => void
  /** On hover or focus. */
  onIntent?: () => void
}

/** A toolbar button: icon and label, in narrow heads only the icon, on phones only the label. */
export function ToolButton({ label, icon, onIntent, isBare = false, ...rest }: ToolButtonProps) {
  return (
    <Button
      variant="default"
      className={classes.button}
      data-bare={isBare}
      leftSection={icon}
      data-hint={label}
      onPointerEnter={onIntent}
      onFocus={onIntent}
      {...rest}
    >
      <span className={isBare ? 'visually-hidden' : classes.label}>{label}</span>
    </Button>
  )
}

interface ToolPopoverProps {
  label: string
  disabled?: boolean
  icon: ReactNode
  /** Loads the content's code on hover or focus. */
  onIntent: () => void
  children: (close: () => void) => ReactNode
}

/** A toolbar button that opens a panel. */
export function ToolPopover({ children, ...button }: ToolPopoverProps) {
  const [opened, setOpened] = useState(false)
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end">
      <Popover.Target>
        <ToolButton onClick={() => setOpened(!opened)} {...button} />
      </Popover.Target>
      <Popover.Dropdown aria-label={button.label}>
        <Suspense fallback={<Skeleton w="18rem" h="12rem" />}>{children(() => setOpened(false))}</Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
