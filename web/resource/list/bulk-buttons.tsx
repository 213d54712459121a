import { useState } from 'react'
import { UnstyledButton } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { Popover } from '../../ui/popover.tsx'
import { useFitting } from '../../ui/use-fitting.ts'
import type { BulkAction } from './selection-bar.tsx'
import classes from './selection-bar.module.css'

interface BulkButtonsProps {
  actions: readonly BulkAction[]
  /** Text before the buttons; a change of its width causes a new measurement. */
  beside: string
  onRun: (action: BulkAction) => void
}

/** Buttons for the actions that fit on the line, and a menu for the rest. */
export function BulkButtons({ actions, beside, onRun }: BulkButtonsProps) {
  const names = actions.map(({ name }) => name).join(' ')
  const { holder, shown } = useFitting<HTMLSpanElement>(actions.length, `${beside} ${names}`)
  const more = actions.slice(shown)
  return (
    <span ref={holder} className={classes.actions}>
      {actions.slice(0, shown).map((action) => (
        <BulkButton key={action.name} action={action} onRun={onRun} />
      ))}
      {more.length > 0 && <MoreActions actions={more} onRun={onRun} />}
    </span>
  )
}

function BulkButton({ action, onRun }: { action: BulkAction; onRun: (action: BulkAction) => void }) {
  return (
    <UnstyledButton className={classes.action} onClick={() => onRun(action)}>
      {action.icon}
      {action.label}
    </UnstyledButton>
  )
}

function MoreActions({ actions, onRun }: Pick<BulkButtonsProps, 'actions' | 'onRun'>) {
  const [opened, setOpened] = useState(false)
  const run = (action: BulkAction) => {
    setOpened(false)
    onRun(action)
  }
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end">
      <Popover.Target>
        <UnstyledButton
          className={classes.action}
          aria-haspopup="dialog"
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          <IconDots size="1.125rem" stroke={1.5} aria-hidden />
          Mais
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label="Mais ações" className={classes.more}>
        {actions.map((action) => (
          <BulkButton key={action.name} action={action} onRun={run} />
        ))}
      </Popover.Dropdown>
    </Popover>
  )
}
