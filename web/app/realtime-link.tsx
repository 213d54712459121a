import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { connectRealtime, refreshOnNews } from '../api/realtime.ts'
import { useSession } from '../api/queries.ts'

/** Keeps the page in touch with the server while somebody is logged in. */
export function RealtimeLink() {
  const client = useQueryClient()
  const userId = useSession()?.id
  useEffect(() => refreshOnNews(client), [client])
  useEffect(() => (userId === undefined ? undefined : connectRealtime()), [userId])
  return null
}
