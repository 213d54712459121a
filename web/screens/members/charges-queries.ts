import { listQuery } from '../../api/queries.ts'

/** What a member owes, the oldest first. */
export function openChargesQuery(memberId: string) {
  return chargesQuery(memberId, ['open', 'partial'])
}

/** What a member was let off. */
export function endedChargesQuery(memberId: string) {
  return chargesQuery(memberId, ['cancelled', 'exempt'])
}

function chargesQuery(memberId: string, status: string[]) {
  return listQuery('unsettledPayments', {
    parent: { resource: 'members', id: memberId },
    where: { status },
    sort: 'dueDate',
    limit: -1,
  })
}
