import type * as menuIcons from './menu-icons.ts'

export type MenuIcon = keyof typeof menuIcons

export interface MenuGroupSetup {
  label: string
  icon: MenuIcon
  /** Separated by a line from the entries above. */
  apart?: true
}

/** A group appears at its first entry, with entries in the order of the route table. */
export const menuGroups = {
  payments: { label: 'Pagamentos', icon: 'IconCoins' },
  cards: { label: 'Cartões', icon: 'IconId' },
  treasury: { label: 'Tesouraria', icon: 'IconBuildingBank' },
  privacy: { label: 'Privacidade', icon: 'IconShieldLock' },
  settings: { label: 'Configurações', icon: 'IconSettings', apart: true },
} as const satisfies Record<string, MenuGroupSetup>

export type MenuGroupName = keyof typeof menuGroups
