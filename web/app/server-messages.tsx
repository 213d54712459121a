import { Button } from '@mantine/core'
import { useLayoutEffect, useState } from 'react'
import { useServerState, worksOffline } from '../api/server-status.ts'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toasts.tsx'
import classes from './server-messages.module.css'

const debugToast = 3_000

interface ServerMessage {
  topic: 'panic' | 'debug'
  text: string
}

/**
 * Shows the server's messages until somebody closes them. `debug` is of an administrator. `panic` is of a process that stops: it
 * disappears when the page is connected again, to that process or another, and the overlay for lost contact replaces it.
 */
export function ServerMessages() {
  const [messages, setMessages] = useState<readonly ServerMessage[]>([])
  const isUnreachable = useServerState(({ status }) => status === 'unreachable')
  useLayoutEffect(() => {
    const show = (message: ServerMessage) =>
      setMessages((shown) => [...shown.filter(({ text }) => text !== message.text), message])
    const handlers: Record<string, (event: Event) => void> = {
      'ws:panic': (event) => {
        if (!worksOffline()) show({ topic: 'panic', text: textOf(event) })
      },
      'ws:debug': (event) => {
        toast(textOf(event), { tone: 'info', duration: debugToast })
        show({ topic: 'debug', text: textOf(event) })
      },
      'ws:ready': () => setMessages((shown) => shown.filter(({ topic }) => topic !== 'panic')),
    }
    const entries = Object.entries(handlers)
    for (const [name, handler] of entries) window.addEventListener(name, handler)
    return () => entries.forEach(([name, handler]) => window.removeEventListener(name, handler))
  }, [])
  if (messages.length === 0 || isUnreachable) return null
  const close = () => setMessages([])
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
      {messages.map(({ text }) => (
        <p key={text} className={classes.message}>
          {text}
        </p>
      ))}
    </Dialog>
  )
}

function textOf(event: Event): string {
  const detail: unknown = event instanceof CustomEvent ? event.detail : undefined
  if (typeof detail === 'string') return detail
  if (typeof detail === 'object' && detail !== null && 'message' in detail) return String(detail.message)
  return JSON.stringify(detail)
}
