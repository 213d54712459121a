import { queryOptions } from '@tanstack/react-query'
import type { FirstStep } from '@agremia/resources/first-steps.ts'
import type { Held } from '@agremia/resources/held-access.ts'
import type { Euros } from '@agremia/resources/rules/amount.ts'
import { api } from '../../api/client.ts'
import { requireAnswer, staleMs } from '../../api/query-client.ts'

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
  /** Charges of earlier versions that differ from the rules, without a decision. */
  chargeDifferences: number
  cardsToPrint: number
  /** Of a payment gateway. */
  incomingPayments: number
  dataRequestsDue: number
  /** For administrators. */
  backupProblem: 'old' | 'bad' | null
  /** Those without a decision, for administrators, and the first deadline. */
  breaches: { count: number; notifyBy: string | null } | null
  /** What people who have left can still do. */
  leavers: Held[]
  /** People who left and still have credit, the largest first; `countWithCredit` counts all. */
  credits: { memberId: string; name: string; credit: Euros }[]
  countWithCredit: number
  /** Members whose debit or online payment came for charges that were already paid; `countOverpaid` counts all. */
  overpaid: { memberId: string; name: string; credit: Euros }[]
  countOverpaid: number
  /** Legal limits that the income is near or over. */
  incomeWarnings: { name: string; year: number; title: string }[]
  /** The first ones; `birthdayCount` counts all. */
  birthdays: Birthday[]
  birthdayCount: number
  /** Of a new organisation; null when they are done or put away. */
  firstSteps: { name: FirstStep; isDone: boolean }[] | null
}

export const todayQuery = queryOptions({
  queryKey: ['today'],
  queryFn: async () => requireAnswer(await api.get<{ data: TodayNews }>('today')).data,
  refetchOnWindowFocus: true,
  // A step is ticked as soon as the person comes back from its screen.
  staleTime: ({ state }) => (state.data?.firstSteps ? 0 : staleMs),
})
