import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { isApiError } from '../api/client.ts'
import { keys, useResource } from '../api/queries.ts'
import { toast } from '../ui/toast.ts'
import { runAction } from './action-dialog.tsx'

interface RetryWorkProps {
  resource: string
  id: string
  /** Said when it was asked for again. */
  done: string
}

/** Asks again for work in the background that failed, for whoever may. */
export function RetryWork({ resource, id, done }: RetryWorkProps) {
  const client = useQueryClient()
  const mayRetry = useResource(resource)?.actions.some(({ name }) => name === 'retry') ?? false
  if (!mayRetry) return null

  async function retry() {
    try {
      await runAction(resource, id, 'retry', {})
      toast(done)
    } catch (error) {
      toast(isApiError(error) ? error.message : 'Não foi possível concluir o pedido.', { tone: 'error' })
    }
    void client.invalidateQueries({ queryKey: keys.record(resource, id) })
    void client.invalidateQueries({ queryKey: keys.lists(resource) })
  }

  return (
    <Button
      leftSection={<IconRefresh size="1.125rem" stroke={1.5} aria-hidden />}
      onClick={() => void retry()}
    >
      Tentar outra vez
    </Button>
  )
}
