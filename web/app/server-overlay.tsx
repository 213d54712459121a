import { IconPlugConnectedX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { isServerReachable, useServerState } from '../api/server-status.ts'
import { Dialog } from '../ui/dialog.tsx'
import { OfflineBanner } from './banners.tsx'
import classes from './server-overlay.module.css'

const pollInterval = 1_000
const reloadDelay = 500
const countdownFrom = 3

/** Covers the page while the server is unreachable, and reloads it afterwards. */
export function ServerOverlay() {
  const status = useServerState((state) => state.status)
  return status === 'unreachable' ? <Overlay /> : null
}

function Overlay() {
  const { countdown, isBack } = useServerPolling()
  return (
    <Dialog title="Perdido o contacto com o servidor" hideTitle width="min(26rem, 90vw)">
      <div className={classes.overlay} role="alert">
        <span className={classes.icon} aria-hidden="true">
          <IconPlugConnectedX size="1.75rem" stroke={1.5} />
        </span>
        <p className={classes.title}>Perdido o contacto com o servidor</p>
        <p className={classes.text}>
          Durante as atualizações do servidor podem ocorrer breves interrupções. O que já foi guardado não se
          perde.
        </p>
        <OfflineBanner />
        <p className={classes.wait}>
          {isBack ? 'Ligação restabelecida' : 'A tentar restabelecer ligação ao servidor'}
          <span className={classes.countdown} aria-hidden="true">
            {isBack ? '' : countdown}
          </span>
        </p>
      </div>
    </Dialog>
  )
}

/** Polls the server each second; reloads the page after a response. */
function useServerPolling() {
  const [tick, setTick] = useState(0)
  const [isBack, setBack] = useState(false)
  useEffect(() => {
    if (isBack) return undefined
    const timer = setInterval(() => {
      setTick((count) => count + 1)
      void isServerReachable().then((there) => there && setBack(true))
    }, pollInterval)
    return () => clearInterval(timer)
  }, [isBack])
  useEffect(() => {
    if (!isBack) return undefined
    const timer = setTimeout(() => location.reload(), reloadDelay)
    return () => clearTimeout(timer)
  }, [isBack])
  return { countdown: countdownFrom - (tick % countdownFrom), isBack }
}
