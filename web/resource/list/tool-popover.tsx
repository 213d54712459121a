import { Suspense, useState, type ReactNode } from 'react'
import { Button, Skeleton } from '@mantine/core'
import { Popover } from '../../ui/popover.tsx'
import classes from './tool-popover.module.css'

interface ToolPopoverProps {
  label: string
  disabled?: boolean
  icon: ReactNode
  /** Loads the content's code on hover or focus. */
  onIntent: () => void
  children: (close: () => void) => ReactNode
}

/** A toolbar button that opens a panel. */
export function ToolPopover({ label, disabled = false, icon, onIntent, children }: ToolPopoverProps) {
  const [opened, setOpened] = useState(false)
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end">
      <Popover.Target>
        <Button
          variant="default"
          className={classes.button}
          leftSection={icon}
          data-hint={label}
          disabled={disabled}
          onClick={() => setOpened(!opened)}
          onPointerEnter={onIntent}
          onFocus={onIntent}
        >
          <span className={classes.label}>{label}</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <Suspense fallback={<Skeleton w="18rem" h="12rem" />}>{children(() => setOpened(false))}</Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
