import { todayIn, type DateText } from '@agremia/resources/rules/dates.ts'
import { keys, type Settings } from '../api/queries.ts'
import { queryClient } from '../api/query-client.ts'

/** The organisation's time zone, whatever the zone of the computer. */
export function organisationTimeZone(): string {
  return queryClient.getQueryData<Settings>(keys.settings)?.timeZone || 'Europe/Lisbon'
}

/** The organisation's day. */
export function organisationToday(): DateText {
  return todayIn(organisationTimeZone(), Date.now())
}
