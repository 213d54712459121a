import { useExplainer, useSession, useSettings } from '../api/queries.ts'
import { mayEnter, menuGroups, type AppRoute, type MenuGroupSetup, type MenuIcon } from './routes.ts'
import { memberHome, profilePath } from '../paths/account.ts'
import { useRoutes } from './routes-context.ts'

export interface MenuLink {
  label: string
  to: string
  /** The resource whose waiting records are counted beside it. */
  counts?: string | undefined
}

export interface TopMenuLink extends MenuLink {
  icon: MenuIcon
}

export interface MenuGroup extends MenuGroupSetup {
  links: MenuLink[]
}

export type MenuItem = TopMenuLink | MenuGroup

/** The main menu of the person: staff have the modules, others their own profile. */
export function useMenu(): MenuItem[] {
  const routes = useRoutes()
  const session = useSession()
  const explainer = useExplainer()
  const settings = useSettings()
  if (!session) return []
  if (session.role === 'member') {
    return [
      { label: 'Início', icon: 'home', to: memberHome },
      { label: 'Perfil', icon: menuGroups.settings.icon, to: profilePath(session.id) },
    ]
  }
  const mayList = ({ menu }: AppRoute) =>
    menu?.resource === undefined || explainer?.resources[menu.resource]?.may.list !== false
  const isOn = ({ menu }: AppRoute) => menu?.setting === undefined || settings[menu.setting] === 'true'
  return gather(
    routes.filter((route) => route.menu && mayEnter(route, session.role) && mayList(route) && isOn(route)),
  )
}

export function isGroup(item: MenuItem): item is MenuGroup {
  return 'links' in item
}

/** Where a path leads without what it may leave out: `/cartoes/:id?` → `/cartoes`. */
function addressOf(path: string): string {
  return path.replace(/\/:\w+\?$/, '')
}

function gather(routes: AppRoute[]): MenuItem[] {
  const items: MenuItem[] = []
  const groups = new Map<string, MenuGroup>()
  for (const { menu, title, path } of routes) {
    if (!menu) continue
    const link = { label: menu.label ?? title, to: addressOf(path), counts: menu.counts }
    if (!menu.group) {
      items.push({ ...link, icon: menu.icon })
      continue
    }
    const known = groups.get(menu.group)
    if (known) {
      known.links.push(link)
      continue
    }
    const group: MenuGroup = { ...menuGroups[menu.group], links: [link] }
    groups.set(menu.group, group)
    items.push(group)
  }
  return items
}
