import type { ReactNode } from 'react'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { isApiError, type StoredRecord } from '../../../api/client.ts'
import { keepAnswer } from '../../../api/keep-answer.ts'
import { useResource } from '../../../api/queries.ts'
import { runAction } from '../../../resource/action-dialog.tsx'
import { toast } from '../../../ui/toast.ts'

interface MessageActionButtonProps {
  record: StoredRecord
  /** An action of the resource without input. */
  action: 'send' | 'unschedule'
  label: string
  icon: ReactNode
}

/** A button that runs an action on a payment message; hidden without permission. */
export function MessageActionButton({ record, action, label, icon }: MessageActionButtonProps) {
  const client = useQueryClient()
  const may = useResource('paymentMessage')?.actions.some(({ name }) => name === action) ?? false
  if (!may) return null

  async function run() {
    try {
      const changed = await runAction('paymentMessage', record._id, action, {})
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
