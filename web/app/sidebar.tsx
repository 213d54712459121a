import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { useDeferredValue, useState } from 'react'
import { useSession, useSettings, useTerminology } from '../api/queries.ts'
import { homeOf } from '../paths/account.ts'
import { OrganisationLogo } from '../resource/organisation-logo.tsx'
import { AppLink } from '../ui/app-link.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useHotkey } from '../ui/hotkeys.ts'
import { ConnectionState } from './header-bar.tsx'
import { isMenuCollapsed, keepMenuCollapsed } from './first-layout.ts'
import { MainMenu } from './main-menu.tsx'
import { SupportLink } from './support-link.tsx'
import { UserPanel } from './user-menu.tsx'
import { WorkLink } from './work-indicator.tsx'
import menuDrawerClasses from './menu-drawer.module.css'
import organisationClasses from './organisation.module.css'
import classes from './sidebar.module.css'

/** The menu at the left, which collapses to icons; phones have the drawer instead. */
export function Sidebar() {
  const [collapsed, setCollapsed] = useCollapsed()
  const toggle = () => setCollapsed(!collapsed)
  // The first screen does not wait for the menu, which has more links than the screen.
  const isMenuReady = useDeferredValue(true, false)
  useHotkey({ keys: 'mod+b', label: 'Recolher ou mostrar o menu', group: 'Em toda a aplicação' }, toggle)
  return (
    <aside className={classes.sidebar} data-collapsed={collapsed} aria-label="Menu">
      <Organisation collapsed={collapsed} />
      {isMenuReady && <MainMenu collapsed={collapsed} onExpand={() => setCollapsed(false)} />}
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

function useCollapsed(): [boolean, (collapsed: boolean) => void] {
  const [collapsed, setCollapsed] = useState(isMenuCollapsed)
  const change = (next: boolean) => {
    keepMenuCollapsed(next)
    setCollapsed(next)
  }
  return [collapsed, change]
}

/** The menu on phones. */
export function MenuDrawer({ onClose }: { onClose: () => void }) {
  const session = useSession()
  return (
    <Dialog title="Menu" hideTitle placement="side" onClose={onClose}>
      <div className={menuDrawerClasses.drawer}>
        <Organisation />
        <MainMenu />
        <div className={menuDrawerClasses.foot}>
          <WorkLink />
          <div className={menuDrawerClasses.tools}>
            <ConnectionState />
            <SupportLink />
          </div>
          {session && <UserPanel session={session} />}
        </div>
      </div>
    </Dialog>
  )
}

const types: Record<string, string> = { association: 'Associação', cooperative: 'Cooperativa' }

/** Logo and name of the organisation; links to the home screen. */
export function Organisation({ collapsed = false }: { collapsed?: boolean }) {
  const { name } = useTerminology()
  const type = types[useSettings().orgType ?? '']
  const session = useSession()
  return (
    <AppLink className={organisationClasses.organisation} to={session ? homeOf(session.role) : '/'}>
      <OrganisationLogo />
      <span className={collapsed ? 'visually-hidden' : organisationClasses.words}>
        <strong className={organisationClasses.name}>{name}</strong>
        {type && <span className={organisationClasses.type}>{type}</span>}
      </span>
    </AppLink>
  )
}
