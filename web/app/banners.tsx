import { IconFlask, IconMailOff, IconWifiOff, type Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useSession, useSettings } from '../api/queries.ts'
import { AppLink } from '../ui/app-link.tsx'
import { matchRoute } from './match-route.ts'
import { mayEnter } from './routes.ts'
import { useRoutes } from './routes-context.ts'
import { useOnline } from './use-online.ts'
import classes from './banners.module.css'

/** What everybody must know before going on, above every page. */
export function Banners() {
  return (
    <div className={classes.banners}>
      <OfflineBanner />
      <StagingBanner />
      <MessagesBanner />
    </div>
  )
}

export function OfflineBanner() {
  if (useOnline()) return null
  return (
    <Banner icon={IconWifiOff} tone="red">
      Ligação à internet perdida. Verifique a ligação do seu dispositivo.
    </Banner>
  )
}

export function StagingBanner() {
  if (useSettings().staging !== 'true') return null
  return (
    <Banner icon={IconFlask} tone="blue">
      Aplicação em modo de testes. Toda a informação é fictícia.
    </Banner>
  )
}

const messageSettingsPath = '/configuracaoMensagens'

function MessagesBanner() {
  const { SendMessages } = useSettings()
  const role = useSession()?.role
  const route = matchRoute(useRoutes(), messageSettingsPath)
  if (SendMessages !== 'false' || role === undefined || role === 'member') return null
  return (
    <Banner icon={IconMailOff} tone="amber">
      O envio automático de mensagens encontra-se inactivo.
      {route && mayEnter(route, role) && <AppLink to={messageSettingsPath}>Alterar</AppLink>}
    </Banner>
  )
}

interface BannerProps {
  icon: Icon
  tone: 'amber' | 'blue' | 'red'
  children: ReactNode
}

function Banner({ icon: BannerIcon, tone, children }: BannerProps) {
  return (
    <div className={classes.banner} data-tone={tone} role={tone === 'red' ? 'alert' : undefined}>
      <BannerIcon size="1.125rem" stroke={1.5} aria-hidden="true" />
      <p className={classes.text}>{children}</p>
    </div>
  )
}
