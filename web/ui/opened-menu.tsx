import { Menu } from '@mantine/core'
import { type ReactElement, type ReactNode, type Ref, useEffect, useRef } from 'react'
import type { MenuAction } from './action-menu.tsx'

interface OpenedMenuProps {
  /** The button that opens and closes it. */
  target: (ref: Ref<HTMLButtonElement>) => ReactElement
  actions: readonly MenuAction[]
}

/** The menu of an `ActionMenu`, which opens at once: Mantine's menus weigh 20 KB. */
export default function OpenedMenu({ target, actions }: OpenedMenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // Mantine restores the focus to the element that had it at opening; the pressed button was replaced by this one.
    button.current?.focus()
    button.current?.click()
  }, [])
  const regular = actions.filter(({ isDestructive }) => !isDestructive)
  const destructive = actions.filter(({ isDestructive }) => isDestructive)
  return (
    <Menu position="bottom-end">
      <Menu.Target>{target(button)}</Menu.Target>
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
