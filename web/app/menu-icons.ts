import {
  IconCoins,
  IconHome,
  IconId,
  IconMail,
  IconSettings,
  IconUser,
  IconUserPlus,
  IconUsers,
  type Icon,
} from '@tabler/icons-react'
import type { MenuIcon } from './routes.ts'

export const menuIcons: Record<MenuIcon, Icon> = {
  home: IconHome,
  applications: IconUserPlus,
  members: IconUsers,
  payments: IconCoins,
  cards: IconId,
  messages: IconMail,
  settings: IconSettings,
  profile: IconUser,
}
