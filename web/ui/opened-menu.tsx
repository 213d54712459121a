import { Menu } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'
import type { MenuAction } from './action-menu.tsx'

interface OpenedMenuProps {
  /** The button that opens and closes it. */
  target: ReactElement
  actions: readonly MenuAction[]
}

/** The menu of an `ActionMenu`, open from the start: Mantine's menus weigh 20 KB. */
export default function OpenedMenu({ target, actions }: OpenedMenuProps) {
  const regular = actions.filter(({ isDestructive }) => !isDestructive)
  const destructive = actions.filter(({ isDestructive }) => isDestructive)
  return (
    <Menu position="bottom-end" defaultOpened>
      <Menu.Target>{target}</Menu.Target>
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
