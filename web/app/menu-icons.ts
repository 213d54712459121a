/** The icons that entries of the menu may name. A module of its own: only the menu loads it, the route table only its type. */
export {
  IconBuildingBank,
  IconCoins,
  IconHome,
  IconId,
  IconMail,
  IconReportAnalytics,
  IconSettings,
  IconShieldLock,
  IconUserPlus,
  IconUsers,
} from '@tabler/icons-react'
