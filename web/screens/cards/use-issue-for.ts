import { useNavigate } from 'react-router'
import { useMay, useTerminology } from '../../api/queries.ts'
import type { ChosenRecords } from '../../resource/record-list.tsx'
import { issueCardsPath } from '../../paths/cards.ts'
import type { IssueArrival } from './issue-run.ts'

/** Goes to where cards are issued for the chosen members; undefined for whoever may not. */
export function useIssueFor(): ((chosen: ChosenRecords) => Promise<void>) | undefined {
  const terminology = useTerminology()
  const navigate = useNavigate()
  const mayIssue = useMay('cardRuns').create
  if (!mayIssue) return undefined
  return async ({ count, query, ids }) => {
    const state: IssueArrival = { audience: query ? { query } : { ids: await ids() }, count }
    void navigate(issueCardsPath(terminology), { state })
  }
}
