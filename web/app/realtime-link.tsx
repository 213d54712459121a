import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { connectRealtime, refreshOnNews } from '../api/realtime.ts'
import { useSession } from '../api/queries.ts'

/** Connects to the server's news while somebody is logged in. */
export function RealtimeLink() {
  const client = useQueryClient()
  const userId = useSession()?.id
  useEffect(() => refreshOnNews(client), [client])
  useEffect(() => (userId === undefined ? undefined : connectRealtime()), [userId])
  return null
}
