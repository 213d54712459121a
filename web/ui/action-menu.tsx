import type { ReactNode } from 'react'
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useOfferedActions } from './find-actions.ts'

export interface MenuAction {
  label: string
  icon?: ReactNode
  /** It takes something away. */
  isDestructive?: boolean
  run: () => void
}

/** What else can be done on a page, in a menu, with what takes something away at its end; searching finds it too while the menu is closed. */
export function ActionMenu({ actions }: { actions: readonly MenuAction[] }) {
  useOfferedActions(actions)
  if (actions.length === 0) return null
  const harmless = actions.filter(({ isDestructive }) => !isDestructive)
  const destructive = actions.filter(({ isDestructive }) => isDestructive)
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size="2.25rem" aria-label="Mais ações">
          <IconDots size="1.125rem" stroke={1.5} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {harmless.map(entry)}
        {harmless.length > 0 && destructive.length > 0 && <Menu.Divider />}
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
