import { useQuery } from '@tanstack/react-query'
import type { StoredRecord } from '../../api/client.ts'
import { listQuery } from '../../api/queries.ts'
import { plainText } from '../../fields/texts.ts'

/** The cards that a card's member has or had, the latest first. */
export function cardsOfMemberQuery(record: StoredRecord) {
  const parent = { resource: 'members', id: plainText(record.memberId) }
  return listQuery('membershipCards', { parent, sort: '-issue', limit: 50 })
}

/** The number of the copy that comes after a card and all others of its member; undefined until they are known. */
export function useNextIssue(record: StoredRecord): number | undefined {
  const cards = useQuery(cardsOfMemberQuery(record)).data?.data
  return cards && Math.max(...[record, ...cards].map(({ issue }) => Number(issue))) + 1
}

/** What issuing another copy is called, with the number of the copy that will be made. */
export function issueCopyText(issue: number | undefined): string {
  return `Emitir ${copyText(issue)}`
}

export function copyText(issue: number | undefined): string {
  return issue === undefined ? 'nova via' : `${issue}.ª via`
}
