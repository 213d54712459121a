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
