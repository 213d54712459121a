import { listQuery } from '../../api/queries.ts'

/** What a member owes, the oldest first. */
export function openChargesQuery(memberId: string) {
  return listQuery('unsettledPayments', {
    parent: { resource: 'members', id: memberId },
    where: { status: ['open', 'partial'] },
    sort: 'dueDate',
    limit: -1,
  })
}
