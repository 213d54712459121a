import type { ReactNode } from 'react'
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { usePaletteActions } from './palette-actions.ts'

export interface MenuAction {
  label: string
  icon?: ReactNode
  /** Deletes or cancels something. */
  isDestructive?: boolean
  run: () => void
}

interface ActionMenuProps {
  label?: string
  actions: readonly MenuAction[]
}

/**
 * Secondary actions of a page in a menu, destructive ones last. The command palette finds them while the menu
 * is closed.
 */
export function ActionMenu({ label = 'Mais ações', actions }: ActionMenuProps) {
  usePaletteActions(actions)
  if (actions.length === 0) return null
  const regular = actions.filter(({ isDestructive }) => !isDestructive)
  const destructive = actions.filter(({ isDestructive }) => isDestructive)
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size="2.25rem" aria-label={label} data-hint={label}>
          <IconDots size="1.125rem" stroke={1.5} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {regular.map(entry)}
        {regular.length > 0 && destructive.length > 0 && <Menu.Divider />}
        {destructive.map(entry)}
      </Menu.Dropdown>
    </Menu>
  )
}

function entry({ label, icon, isDestructive, run }: MenuAction): ReactNode {
  return (
    <Menu.Item key={label} leftSection={icon} {...(isDestructive && { color: 'red' })} onClick={run}>
      {label}
    </Menu.Item>
  )
}
