/** The icons that entries of the menu may name. A module of its own: only the menu loads it, the route table only its type. */
export {
  IconCoins,
  IconHome,
  IconId,
  IconMail,
  IconSettings,
  IconUserPlus,
  IconUsers,
} from '@tabler/icons-react'
