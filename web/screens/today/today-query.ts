import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { answered } from '../../api/query-client.ts'

interface Birthday {
  memberId: string
  name: string
  /** The years that are completed. */
  age: number
}

/** What waits for the staff. */
export interface TodayNews {
  applications: number
  heldMessages: number
  failedMessages: number
  /** Members whom the next notice is due. */
  noticesDue: number
  cardsToPrint: number
  /** The first of them. */
  birthdays: Birthday[]
  birthdayCount: number
}

export const todayQuery = queryOptions({
  queryKey: ['today'],
  queryFn: async () => answered(await api.get<{ data: TodayNews }>('today')).data,
  refetchOnWindowFocus: true,
})
