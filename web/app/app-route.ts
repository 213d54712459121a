import type { ResourceName } from '@agremia/resources/definitions/index.ts'
import type { ComponentType } from 'react'
import type { Role } from '../api/tokens.ts'
import type { FirstList } from '../resource/list/first-rows.ts'
import type { MenuGroupName, MenuIcon } from './menu-groups.ts'

type Who = readonly Role[] | 'everyone'
export type Screen = () => Promise<{ default: ComponentType }>

export interface AppRoute {
  path: string
  title: string
  /** Roles that may enter; `everyone` includes visitors. Auditors enter no screen that only writes. */
  who: Who
  /** Loads the screen; each is a chunk of its own. */
  screen?: Screen
  redirect?: string
  /** Rendered without menu, breadcrumbs and toolbar. */
  bare?: boolean
  menu?: MenuEntry
  /** A route of a resource: title and access come from the explainer. */
  of?: RecordRoute
  /** Resource of the record that this page shows: its lists and links open this page. */
  shows?: ResourceName
  /** Path of the parent screen, where it is not a prefix of the path. */
  below?: string
  /** Only while these settings are 'true'. */
  modules?: readonly ModuleSetting[]
  /** First rows of a list are drawn before the application's code is loaded. */
  firstList?: FirstList<'members'>
}

/** Settings that switch screens on and off. */
export type ModuleSetting = 'hasMemberApplication' | 'hasTreasury' | 'treasuryHasCostCenters'

/** A top-level entry with an icon, or an entry of a group. */
export type MenuEntry = MenuWords &
  ({ icon: MenuIcon; group?: undefined } | { icon?: undefined; group: MenuGroupName })

interface MenuWords {
  /** Shown only if the role may list this resource. */
  resource?: ResourceName
  /** Label, where it differs from the title. */
  label?: string
  /** Only in organisations of this type. */
  onlyFor?: 'association' | 'cooperative'
  /** Shows the number of waiting records of this resource. */
  counts?: ResourceName
}

export type RecordPageName = 'list' | 'new' | 'record'

/** A route of a resource: the definition gives its title and access. */
export interface RecordRoute {
  resource: ResourceName
  page: RecordPageName
}
