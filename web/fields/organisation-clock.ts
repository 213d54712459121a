import { todayIn, type DateText } from '@agremia/resources/rules/dates.ts'
import { keys, type Settings } from '../api/queries.ts'
import { queryClient } from '../api/query-client.ts'

/** The organisation's time zone; not the computer's. */
export function organisationTimeZone(): string {
  return queryClient.getQueryData<Settings>(keys.settings)?.timeZone || 'Europe/Lisbon'
}

/**
 * Today in the organisation's time zone. The zones to choose from are at most an hour from UTC; `Intl`, whose first use is slow,
 * is asked only around midnight.
 */
export function organisationToday(): DateText {
  const now = new Date()
  const hour = now.getUTCHours()
  return hour >= 1 && hour < 23 ? now.toISOString().slice(0, 10) : todayIn(organisationTimeZone(), now)
}
