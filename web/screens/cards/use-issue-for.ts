import { useMay, useTerminology } from '../../api/queries.ts'
import type { ChosenRecords } from '../../resource/record-list.tsx'
import { issueCardsPath } from '../../paths/cards.ts'
import { useNavigate } from '../../ui/router.tsx'
import type { IssueArrival } from './issue-cards.tsx'

/** A function that opens the issue form for the selected members; undefined if the user may not issue cards. */
export function useIssueFor(): ((chosen: ChosenRecords) => Promise<void>) | undefined {
  const terminology = useTerminology()
  const navigate = useNavigate()
  const mayIssue = useMay('cardRuns').create
  if (!mayIssue) return undefined
  return async ({ count, query, ids }) => {
    const state: IssueArrival = { audience: query ? { query } : { ids: await ids() }, count }
    navigate(issueCardsPath(terminology), { state })
  }
}
