import { endedStates, owedStates } from '@agremia/resources/charge-states.ts'
import { listQuery } from '../../api/queries.ts'

/** The member's open charges, oldest first. */
export function openChargesQuery(memberId: string) {
  return chargesQuery(memberId, owedStates)
}

/** The member's cancelled and waived charges. */
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
