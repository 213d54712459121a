import { allows } from '@agremia/resources/access.ts'
import { formatNumber } from '@agremia/resources/rules/amount.ts'
import { IconFlask, IconMailOff, IconMailPause, IconWifiOff, IconX, type Icon } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { useMay, useSession, useSettings } from '../api/queries.ts'
import { storeInTab, readFromTab } from '../api/browser-storage.ts'
import { heldQuery } from '../screens/messages/held-query.ts'
import { mailSettingsPath, messageSettingsPath } from '../paths/messages.ts'
import { AppLink } from '../ui/app-link.tsx'
import { rememberBanner } from './first-layout.ts'
import { useOnline } from '../ui/device.ts'
import classes from './banners.module.css'
import { lazyPart } from '../ui/lazy-part.ts'

const HeldDialog = lazyPart(() => import('../screens/messages/held-dialog.tsx'))

/** Banners above every page. */
export function Banners() {
  return (
    <div className={classes.banners} data-only="screen">
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

function StagingBanner() {
  if (useSettings().staging !== 'true') return null
  return (
    <Banner icon={IconFlask} tone="blue" about="staging">
      Aplicação em modo de testes. Toda a informação é fictícia.
    </Banner>
  )
}

/** Says that automatic sending is off, or that messages are held, and why. */
function MessagesBanner() {
  const { SendMessages } = useSettings()
  const role = useSession()?.role
  if (SendMessages === undefined || role === undefined || role === 'member') return null
  return SendMessages === 'false' ? <SendingOffBanner /> : <HeldBanner />
}

function NoServerBanner({ count }: { count: number }) {
  return (
    <Banner icon={IconMailOff} tone="amber" about="no mail server">
      Não há servidor de email:{' '}
      {count === 1 ? 'uma mensagem está retida' : `${formatNumber(count)} mensagens estão retidas`}.{' '}
      <ConfigureServer />
    </Banner>
  )
}

function ConfigureServer() {
  const mayChange = allows(useMay('settings').update, { name: 'mailHost' })
  return mayChange && <AppLink to={mailSettingsPath}>Configurar</AppLink>
}

function SendingOffBanner() {
  const mayChange = allows(useMay('settings').update, { name: 'SendMessages' })
  const { count = 0 } = useQuery(heldQuery).data ?? {}
  return (
    <Banner icon={IconMailOff} tone="amber" about={`sending off, ${count} held`}>
      O envio automático de mensagens encontra-se inactivo.{' '}
      {mayChange && <AppLink to={messageSettingsPath}>Alterar</AppLink>} <HeldMessages />
    </Banner>
  )
}

/** Shown when sending is on, but messages are held: there is no server, or they are from before. */
function HeldBanner() {
  const held = useQuery(heldQuery).data
  const isShown = held && held.count > 0
  useEffect(() => {
    if (isShown !== undefined) rememberBanner(isShown)
  }, [isShown])
  if (!isShown) return null
  if (!held.hasMailServer) return <NoServerBanner count={held.count} />
  return (
    <Banner icon={IconMailPause} tone="amber" about={`${held.count} held`}>
      <HeldMessages />
    </Banner>
  )
}

function HeldMessages() {
  const held = useQuery(heldQuery).data
  const maySend = useMay('messageBatches').create
  const [isDialogOpen, setDialogOpen] = useState(false)
  if (!held || held.count === 0) return null
  const isOne = held.count === 1
  return (
    <>
      <span>
        Há {formatNumber(held.count)}{' '}
        <span className={classes.roomy}>{isOne ? 'mensagem' : 'mensagens'} </span>
        {isOne ? 'retida' : 'retidas'}.
      </span>{' '}
      {held.hasMailServer ? (
        maySend && (
          <button type="button" className={classes.act} onClick={() => setDialogOpen(true)}>
            Enviar agora
          </button>
        )
      ) : (
        <ConfigureServer />
      )}
      {isDialogOpen && (
        <Suspense>
          <HeldDialog held={held} onClose={() => setDialogOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

interface BannerProps {
  icon: Icon
  tone: 'amber' | 'blue' | 'red'
  /** Key of the dismissal: a banner with another key appears again. Absent: it cannot be dismissed. */
  about?: string
  children: ReactNode
}

const dismissedKey = 'bannersPutAway'

function Banner({ icon: BannerIcon, tone, about, children }: BannerProps) {
  const [dismissed, setDismissed] = useState(() => readFromTab<string[]>(dismissedKey) ?? [])
  if (about !== undefined && dismissed.includes(about)) return null
  return (
    <div className={classes.banner} data-tone={tone} role={tone === 'red' ? 'alert' : undefined}>
      <BannerIcon size="1rem" stroke={1.5} aria-hidden="true" />
      <p className={classes.text}>{children}</p>
      {about !== undefined && (
        <button
          type="button"
          className={classes.close}
          aria-label="Pôr este aviso de parte"
          data-hint="Pôr de parte, até sair"
          onClick={() => {
            const all = [...(readFromTab<string[]>(dismissedKey) ?? []), about]
            storeInTab(dismissedKey, all)
            setDismissed(all)
          }}
        >
          <IconX size="1rem" stroke={1.5} aria-hidden="true" />
        </button>
      )}
    </div>
  )
}
