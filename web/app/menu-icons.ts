import { IconSettings, IconUser, IconUsers, type Icon } from '@tabler/icons-react'
import type { MenuIcon } from './routes.ts'

export const menuIcons: Record<MenuIcon, Icon> = {
  members: IconUsers,
  settings: IconSettings,
  profile: IconUser,
}
