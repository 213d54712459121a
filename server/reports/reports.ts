import type { Settings } from '@agremia/resources/definitions/settings.ts'
import { capital } from './capital.ts'
import type { Report } from './declare.ts'
import { budget, cashMap, cashMapByCenter } from './treasury-reports.ts'
import { donations } from './donations.ts'
import { debtsByAge, nextYearQuotaExpectations, owedPerYear, paymentsPerYear } from './dues-reports.ts'
import { cancelationsPerYear, membersAt, membershipsPerYear } from './members-reports.ts'
import type { World } from '../rest/modules.ts'

/** All reports, in the order of the overview. */
export const reports: readonly Report[] = [
  paymentsPerYear,
  owedPerYear,
  debtsByAge,
  nextYearQuotaExpectations,
  membersAt,
  membershipsPerYear,
  cancelationsPerYear,
  donations,
  cashMap,
  cashMapByCenter,
  budget,
  capital,
]

/** The reports that the organisation has. */
export function shownReports(settings: Settings): Report[] {
  return reports.filter(
    ({ onlyFor = settings.orgType, setting }) =>
      onlyFor === settings.orgType && (setting === undefined || settings[setting] === 'true'),
  )
}

/** Data of the organisation that reports need. */
export async function readContext({ organisation }: Pick<World, 'organisation'>) {
  const [today, terminology, settings] = await Promise.all([
    organisation.today(),
    organisation.terminology(),
    organisation.settings(),
  ])
  return {
    today,
    terminology,
    fiscalYearStart: settings.fiscalYearStart,
    reports: shownReports(settings),
  }
}
