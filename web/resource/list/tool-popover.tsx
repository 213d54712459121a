import { Suspense, useState, type ReactNode } from 'react'
import { Button, Skeleton } from '@mantine/core'
import { Popover } from '../../ui/popover.tsx'
import classes from './tool-popover.module.css'

interface ToolPopoverProps {
  label: string
  disabled?: boolean
  icon: ReactNode
  /** Fetches the code of the content, as soon as somebody looks like opening it. */
  onIntent: () => void
  children: (close: () => void) => ReactNode
}

/** A button of the toolbar that opens a panel below itself. */
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
