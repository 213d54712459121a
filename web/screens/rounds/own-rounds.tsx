import { Button } from '@mantine/core'
import { IconRoute } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { listQuery, useSession } from '../../api/queries.ts'
import { routeOfRoundPath } from '../../paths/rounds.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Panel } from '../../ui/panel.tsx'

/** The rounds that the person has out, as a collector; nothing for others. */
export function OwnRounds() {
  const userId = useSession()?.id
  const { data } = useQuery(listQuery('rounds', { where: { state: 'out', userId }, sort: 'number' }))
  if (!data || data.data.length === 0) return null
  return (
    <Panel title="As suas rondas">
      {data.data.map(({ _id, number, visited, visits }) => (
        <Button
          key={_id}
          component={AppLink}
          to={routeOfRoundPath(_id)}
          size="lg"
          justify="start"
          leftSection={<IconRoute size="1.25rem" stroke={1.5} aria-hidden />}
        >
          {`Ronda ${number} · ${visited} de ${visits}`}
        </Button>
      ))}
    </Panel>
  )
}
