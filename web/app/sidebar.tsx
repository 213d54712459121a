import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { useHotkey } from '../ui/hotkeys.ts'
import { MainMenu } from './main-menu.tsx'
import { Organisation } from './organisation.tsx'
import { useCollapsed } from './use-collapsed.ts'
import classes from './sidebar.module.css'

/** The menu at the left, which collapses to icons; phones have the drawer instead. */
export function Sidebar() {
  const [collapsed, setCollapsed] = useCollapsed()
  const toggle = () => setCollapsed(!collapsed)
  useHotkey({ keys: 'mod+b', label: 'Recolher ou mostrar o menu', group: 'Em toda a aplicação' }, toggle)
  return (
    <aside className={classes.sidebar} data-collapsed={collapsed} aria-label="Menu">
      <Organisation collapsed={collapsed} />
      <MainMenu collapsed={collapsed} onExpand={() => setCollapsed(false)} />
      <button type="button" className={classes.collapse} aria-expanded={!collapsed} onClick={toggle}>
        {collapsed ? (
          <IconLayoutSidebarLeftExpand size="1.125rem" stroke={1.5} aria-hidden="true" />
        ) : (
          <IconLayoutSidebarLeftCollapse size="1.125rem" stroke={1.5} aria-hidden="true" />
        )}
        <span className={collapsed ? 'visually-hidden' : undefined}>
          {collapsed ? 'Mostrar menu' : 'Recolher menu'}
        </span>
      </button>
    </aside>
  )
}
