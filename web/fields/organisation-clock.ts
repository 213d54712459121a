import { todayIn, type DateText } from '@agremia/resources/rules/dates.ts'
import { keys, type Settings } from '../api/queries.ts'
import { queryClient } from '../api/query-client.ts'

/** The organisation's time zone; not the computer's. */
export function organisationTimeZone(): string {
  return queryClient.getQueryData<Settings>(keys.settings)?.timeZone || 'Europe/Lisbon'
}

/** Today in the organisation's time zone. */
export function organisationToday(): DateText {
  return todayIn(organisationTimeZone(), Date.now())
}

/** A day of this year in the organisation's time zone. Uses `Intl`, whose first use is slow, only when time zones may be in different years. */
export function dayOfThisYear(): DateText {
  const day = new Date().toISOString().slice(0, 10)
  return /12-31$|01-01$/.test(day) ? organisationToday() : day
}
