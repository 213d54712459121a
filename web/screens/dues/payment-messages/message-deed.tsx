import type { ReactNode } from 'react'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { isApiError, type StoredRecord } from '../../../api/client.ts'
import { keepAnswer } from '../../../api/keep-answer.ts'
import { useResource } from '../../../api/queries.ts'
import { runAction } from '../../../resource/action-dialog.tsx'
import { toast } from '../../../ui/toast.ts'

interface MessageDeedProps {
  record: StoredRecord
  /** One of the actions of the resource that ask for nothing. */
  deed: 'send' | 'unschedule'
  label: string
  icon: ReactNode
}

/** Does something with a message about debts that is no draft, for whoever may. */
export function MessageDeed({ record, deed, label, icon }: MessageDeedProps) {
  const client = useQueryClient()
  const may = useResource('paymentMessage')?.actions.some(({ name }) => name === deed) ?? false
  if (!may) return null

  async function run() {
    try {
      const changed = await runAction('paymentMessage', record._id, deed, {})
      if (changed) keepAnswer(client, 'paymentMessage', changed)
    } catch (error) {
      toast(isApiError(error) ? error.message : 'Não foi possível concluir o pedido.', { tone: 'error' })
    }
  }

  return (
    <Button variant="default" leftSection={icon} onClick={() => void run()}>
      {label}
    </Button>
  )
}
