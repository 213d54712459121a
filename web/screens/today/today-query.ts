import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { answered } from '../../api/query-client.ts'

interface Birthday {
  memberId: string
  name: string
  /** In years, as of this birthday. */
  age: number
}

/** The response of `GET today`: counts of work that waits for the staff. */
export interface TodayNews {
  applications: number
  heldMessages: number
  failedMessages: number
  /** Members to whom the next notice is due. */
  noticesDue: number
  cardsToPrint: number
  /** The first ones; `birthdayCount` counts all. */
  birthdays: Birthday[]
  birthdayCount: number
}

export const todayQuery = queryOptions({
  queryKey: ['today'],
  queryFn: async () => answered(await api.get<{ data: TodayNews }>('today')).data,
  refetchOnWindowFocus: true,
})
