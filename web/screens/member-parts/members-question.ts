import { listPath } from '../../api/list-path.ts'
import type { FirstQuestion } from '../../resource/list/first-question.ts'

/** All states, in the order of a member's life. */
export const stateNamesList = { limit: 50, sort: 'order' }

/** Of the members, those who belong, by number. */
export const membersQuestion: FirstQuestion = {
  resource: 'members',
  sort: 'memberNumber',
  columns: [
    'admissionDate',
    'balance',
    'categoryId',
    'currentStateId',
    'memberNumber',
    'mobile',
    'name',
    'overdueAmount',
    'photoUrl',
    'quotaStrip',
  ],
  filtersIn: ({ currentStates }) => ({ currentStateId: currentStates }),
  pathIn: ({ memberURLPlural }) => `/${memberURLPlural}`,
  lookUp: listPath('memberStateNames', stateNamesList),
  who: ['admin', 'editor'],
}
