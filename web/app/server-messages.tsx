import { Button } from '@mantine/core'
import { useLayoutEffect, useState } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toasts.tsx'
import classes from './server-messages.module.css'

const debugToast = 3_000

/** Shows the server's messages `panic` and `debug`. */
export function ServerMessages() {
  const [message, setMessage] = useState<string>()
  useLayoutEffect(() => {
    const onPanic = (event: Event) => setMessage(textOf(event))
    const onDebug = (event: Event) => {
      toast(textOf(event), { tone: 'info', duration: debugToast })
      setMessage(textOf(event))
    }
    window.addEventListener('ws:panic', onPanic)
    window.addEventListener('ws:debug', onDebug)
    return () => {
      window.removeEventListener('ws:panic', onPanic)
      window.removeEventListener('ws:debug', onDebug)
    }
  }, [])
  if (message === undefined) return null
  const close = () => setMessage(undefined)
  return (
    <Dialog
      title="Mensagem do servidor"
      onClose={close}
      footer={
        <>
          <Button variant="default" onClick={() => location.reload()}>
            Recarregar
          </Button>
          <Button onClick={close}>OK</Button>
        </>
      }
    >
      <p className={classes.message}>{message}</p>
    </Dialog>
  )
}

function textOf(event: Event): string {
  const detail: unknown = event instanceof CustomEvent ? event.detail : undefined
  if (typeof detail === 'string') return detail
  if (typeof detail === 'object' && detail !== null && 'message' in detail) return String(detail.message)
  return JSON.stringify(detail)
}
