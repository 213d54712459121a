import { type Icon, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { useExplainer, useSession, useSettings, waitingQuery } from '../api/queries.ts'
import { memberHome, profilePath } from '../paths/account.ts'
import { AppLink } from '../ui/app-link.tsx'
import { useAddress } from '../ui/router.tsx'
import { matchRoute } from './match-route.ts'
import { menuGroups, type MenuGroupSetup, type MenuIcon } from './menu-groups.ts'
import * as menuIcons from './menu-icons.ts'
import { useRoutes, withoutOptional } from './routes-context.ts'
import { isOn, mayEnter } from './routes.ts'
import classes from './main-menu.module.css'
import type { AppRoute } from './app-route.ts'

const icons: Record<MenuIcon, Icon> = menuIcons

interface MainMenuProps {
  collapsed?: boolean
  /** Called when a group of a collapsed menu is opened. */
  onExpand?: () => void
}

export function MainMenu({ collapsed = false, onExpand }: MainMenuProps) {
  const items = useMenu()
  const menu = useRef<HTMLElement>(null)
  const pathname = useMenuPath()
  // A link in a page may lead to a part of a long menu that is out of sight.
  useEffect(() => {
    menu.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [pathname])
  return (
    <nav ref={menu} aria-label="Menu principal">
      <ul className={classes.menu}>
        {items.map((item) => (
          <li key={item.label} className={item.apart ? classes.apart : undefined}>
            {isGroup(item) ? (
              <Group group={item} collapsed={collapsed} onExpand={onExpand} />
            ) : (
              <TopLink link={item} collapsed={collapsed} />
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

function TopLink({ link, collapsed }: { link: TopMenuLink; collapsed: boolean }) {
  const Icon = icons[link.icon]
  const isCurrent = useIsCurrent(link.to)
  return (
    <AppLink
      className={classes.item}
      to={link.to}
      aria-current={isCurrent ? 'page' : undefined}
      {...hintOf(link.label, collapsed)}
    >
      <Icon size="1.125rem" stroke={1.5} aria-hidden="true" />
      <span className={collapsed ? 'visually-hidden' : classes.label}>{link.label}</span>
      {link.counts !== undefined && <Waiting resource={link.counts} />}
    </AppLink>
  )
}

/** Number of waiting records; hidden at zero. */
function Waiting({ resource }: { resource: string }) {
  const count = useQuery(waitingQuery(resource)).data
  if (!count) return null
  return (
    <span className={classes.count}>
      {count}
      <span className="visually-hidden"> por tratar</span>
    </span>
  )
}

interface GroupProps {
  group: MenuGroup
  collapsed: boolean
  onExpand: (() => void) | undefined
}

function Group({ group, collapsed, onExpand }: GroupProps) {
  const pathname = useMenuPath()
  const [chosen, setChosen] = useState<boolean>()
  const listId = useId()
  const open = !collapsed && (chosen ?? group.links.some(({ to }) => isWithin(pathname, to)))
  const toggle = () => {
    setChosen(collapsed || !open)
    if (collapsed) onExpand?.()
  }
  const Icon = icons[group.icon]
  const isCurrent = findCurrent(pathname, group.links)
  return (
    <>
      <button
        type="button"
        className={classes.item}
        aria-expanded={open}
        aria-controls={listId}
        {...hintOf(group.label, collapsed)}
        onClick={toggle}
      >
        <Icon size="1.125rem" stroke={1.5} aria-hidden="true" />
        <span className={collapsed ? 'visually-hidden' : classes.label}>{group.label}</span>
        {!collapsed && (
          <IconChevronRight className={classes.chevron} size="1rem" stroke={1.5} aria-hidden="true" />
        )}
      </button>
      <ul id={listId} className={classes.submenu} hidden={!open}>
        {open &&
          group.links.map((link) => (
            <li key={link.to}>
              <SubLink link={link} isCurrent={link === isCurrent} />
            </li>
          ))}
      </ul>
    </>
  )
}

/** Tooltip with the label, when the menu is collapsed to icons. */
function hintOf(label: string, collapsed: boolean) {
  return collapsed ? { 'data-hint': label, 'data-hint-side': 'right' } : {}
}

function SubLink({ link, isCurrent }: { link: MenuLink; isCurrent: boolean }) {
  return (
    <AppLink className={classes.subitem} to={link.to} aria-current={isCurrent ? 'page' : undefined}>
      {link.label}
    </AppLink>
  )
}

/** The entry with the longest path that contains the current one. */
function findCurrent(pathname: string, links: readonly MenuLink[]): MenuLink | undefined {
  return links
    .filter(({ to }) => isWithin(pathname, to))
    .toSorted((one, other) => other.to.length - one.to.length)[0]
}

function useIsCurrent(to: string): boolean {
  return isWithin(useMenuPath(), to)
}

/** The path used to mark the current entry: `below` for screens that have a parent. */
function useMenuPath(): string {
  const { pathname } = useAddress()
  return matchRoute(useRoutes(), pathname)?.below ?? pathname
}

function isWithin(pathname: string, to: string): boolean {
  return pathname === to || pathname.startsWith(`${to}/`)
}

interface MenuLink {
  label: string
  to: string
  /** Shows the number of waiting records of this resource. */
  counts?: string | undefined
}

interface TopMenuLink extends MenuLink, Pick<MenuGroupSetup, 'apart'> {
  icon: MenuIcon
}

interface MenuGroup extends MenuGroupSetup {
  links: MenuLink[]
}

type MenuItem = TopMenuLink | MenuGroup

/** The main menu: modules for staff, home and own profile for members. */
function useMenu(): MenuItem[] {
  const routes = useRoutes()
  const session = useSession()
  const explainer = useExplainer()
  const settings = useSettings()
  if (!session) return []
  if (session.role === 'member') {
    return [
      { label: 'Início', icon: 'IconHome', to: memberHome },
      { label: 'Perfil', icon: menuGroups.settings.icon, to: profilePath(session.id) },
    ]
  }
  const mayList = ({ menu }: AppRoute) =>
    menu?.resource === undefined || !explainer || explainer.resources[menu.resource]?.may.list === true
  return groupEntries(
    routes.filter(
      (route) => route.menu && mayEnter(route, session.role) && mayList(route) && isOn(route, settings),
    ),
  )
}

function isGroup(item: MenuItem): item is MenuGroup {
  return 'links' in item
}

/** The entries in order. A group with one entry is a link with the name of the group. */
function groupEntries(routes: AppRoute[]): MenuItem[] {
  const items: MenuItem[] = []
  const groups = new Map<string, MenuGroup>()
  for (const { menu, title, path } of routes) {
    if (!menu) continue
    const link = { label: menu.label ?? title, to: withoutOptional(path), counts: menu.counts }
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
  return items.map((item) => {
    if (!isGroup(item)) return item
    const { links, ...setup } = item
    const [only, ...others] = links
    return only && others.length === 0 ? { ...only, ...setup } : item
  })
}
