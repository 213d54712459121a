import { Button } from '@mantine/core'
import { IconPlayerPlay, IconPlayerStop, IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { isApiError } from '../api/client.ts'
import { keys, useResource } from '../api/queries.ts'
import { toast } from '../ui/toasts.tsx'
import { runAction } from './action-dialog.tsx'
import { useUnderWay, type Work } from './work-query.ts'

interface WorkButtonsProps {
  resource: string
  work: Work
}

/** Buttons to stop, resume or retry background work, as the role may. */
export function WorkButtons({ resource, work }: WorkButtonsProps) {
  const client = useQueryClient()
  const isUnderWay = useUnderWay(resource)(work)
  const actions = useResource(resource)?.actions ?? []
  const hasFailed = work.state === 'failed' || Number(work.failed) > 0
  const offered: Record<string, boolean> = {
    stop: isUnderWay,
    resume: work.state === 'stopped',
    retry: !isUnderWay && hasFailed,
  }

  async function run(action: string) {
    try {
      await runAction(resource, work._id, action, {})
    } catch (error) {
      toast(isApiError(error) ? error.message : 'Não foi possível concluir o pedido.', { tone: 'error' })
    }
    void client.invalidateQueries({ queryKey: keys.record(resource, work._id) })
    void client.invalidateQueries({ queryKey: keys.lists(resource) })
  }

  return actions
    .filter(({ name }) => offered[name])
    .map(({ name, label }) => (
      <Button
        key={name}
        variant={name === 'stop' ? 'default' : 'filled'}
        leftSection={icons[name]}
        onClick={() => void run(name)}
      >
        {label}
      </Button>
    ))
}

const icon = { size: '1.125rem', stroke: 1.5, 'aria-hidden': true } as const
const icons: Record<string, React.ReactNode> = {
  stop: <IconPlayerStop {...icon} />,
  resume: <IconPlayerPlay {...icon} />,
  retry: <IconRefresh {...icon} />,
}
