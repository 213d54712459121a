import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { keys, useSession, useSettings } from '../../api/queries.ts'
import { requireAnswer } from '../../api/query-client.ts'

export interface Held {
  count: number
  /** ISO 8601; null when nothing is held. */
  oldest: string | null
}

/** The number of held messages, and whether there is a server for emails. */
export const heldQuery = queryOptions({
  queryKey: keys.heldMessages,
  queryFn: async () =>
    requireAnswer(await api.get<{ data: Held & { hasMailServer: boolean } }>('messages/held')).data,
})

/** Why no message leaves by itself; undefined when they do, and for members. */
export function useObstacle(): 'noMailServer' | 'paused' | undefined {
  const role = useSession()?.role
  const isStaff = role !== undefined && role !== 'member'
  const isPaused = useSettings().SendMessages === 'false'
  const held = useQuery({ ...heldQuery, enabled: isStaff }).data
  if (!isStaff) return undefined
  if (held?.hasMailServer === false) return 'noMailServer'
  return isPaused ? 'paused' : undefined
}
