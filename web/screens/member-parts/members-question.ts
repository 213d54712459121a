import { staffRoles } from '@agremia/resources/access.ts'
import { listPath } from '../../api/resource-paths.ts'
import type { FirstQuestion } from '../../resource/list/first-question.ts'

/** Parameters that list all states. */
export const stateNamesList = { limit: 50, sort: 'order' } as const

/** Filters out whose membership begins later. */
export const admitted = { toBeAdmitted: ['false'] }

/** The first request of the members list: current members by number. */
export const membersQuery: FirstQuestion = {
  resource: 'members',
  sort: 'memberNumber',
  columns: [
    'admissionDate',
    'balance',
    'categoryId',
    'currentStateId',
    'endDate',
    'memberNumber',
    'mobile',
    'name',
    'overdueAmount',
    'photoUrl',
    'quotaStrip',
  ],
  filtersIn: ({ currentStates }) => ({ currentStateId: currentStates, ...admitted }),
  pathIn: ({ memberURLPlural }) => `/${memberURLPlural}`,
  lookUp: listPath('memberStateNames', stateNamesList),
  who: staffRoles,
}
