import { endedStates, owedStates } from '@agremia/resources/charge-states.ts'
import { listQuery } from '../../api/queries.ts'

/** What a member owes, the oldest first. */
export function openChargesQuery(memberId: string) {
  return chargesQuery(memberId, owedStates)
}

/** What a member was let off. */
export function endedChargesQuery(memberId: string) {
  return chargesQuery(memberId, endedStates)
}

function chargesQuery(memberId: string, status: readonly string[]) {
  return listQuery('unsettledPayments', {
    parent: { resource: 'members', id: memberId },
    where: { status: [...status] },
    sort: 'dueDate',
    limit: -1,
  })
}
