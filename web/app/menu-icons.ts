import { IconMail, IconSettings, IconUser, IconUsers, type Icon } from '@tabler/icons-react'
import type { MenuIcon } from './routes.ts'

export const menuIcons: Record<MenuIcon, Icon> = {
  members: IconUsers,
  messages: IconMail,
  settings: IconSettings,
  profile: IconUser,
}
