import { useQuery } from '@tanstack/react-query'
import type { StoredRecord } from '../../api/client.ts'
import { listQuery } from '../../api/queries.ts'
import { plainText } from '../../fields/texts.ts'

/** All cards of the member who holds this card, newest first. */
export function cardsOfMemberQuery(record: StoredRecord) {
  const parent = { resource: 'members', id: plainText(record.memberId) }
  return listQuery('membershipCards', { parent, sort: '-issue', limit: 50 })
}

/** The number of the member's next copy; undefined while the cards load. */
export function useNextIssue(record: StoredRecord): number | undefined {
  const cards = useQuery(cardsOfMemberQuery(record)).data?.data
  return cards && Math.max(...[record, ...cards].map(({ issue }) => Number(issue))) + 1
}

/** `Emitir 2.ª via` */
export function issueCopyText(issue: number | undefined): string {
  return `Emitir ${copyText(issue)}`
}

export function copyText(issue: number | undefined): string {
  return issue === undefined ? 'nova via' : `${issue}.ª via`
}
