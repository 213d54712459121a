import type { Terminology } from '@agremia/resources/terminology.ts'
import { useTerminology } from '../api/queries.ts'
import { taskPath } from './tasks.ts'
import { cardRunPath, printBatchPath, cardPath } from './cards.ts'
import { batchPath, messagePath } from './messages.ts'
import { runPath, paymentPath } from './dues.ts'
import { applicationPath } from './applications.ts'
import { useMemberPaths } from './members.ts'

type PathOf = (id: string, terminology: Terminology) => string

/** Where work in the background is followed, by its resource. */
const paths: Record<string, PathOf> = {
  bulkActions: taskPath,
  cardRuns: (id, terminology) => cardRunPath(terminology, id),
  messageBatches: batchPath,
  printBatches: (id, terminology) => printBatchPath(terminology, id),
  quotaRuns: (id, terminology) => runPath(terminology, id),
}

/** Where a piece of work is followed; undefined where it has no page. */
export function useWorkPath(): (work: { resource: string; _id: string }) => string | undefined {
  const terminology = useTerminology()
  return ({ resource, _id }) => paths[resource]?.(_id, terminology)
}

/** Where the records of a resource are opened; undefined where they have no page. */
export function useRecordPath(resource: string): ((id: string) => string) | undefined {
  const members = useMemberPaths()
  const terminology = useTerminology()
  const paths: Record<string, (id: string) => string> = {
    memberApplications: (id) => applicationPath(id),
    members: (id) => members.record(id),
    membershipCards: (id) => cardPath(terminology, id),
    messages: (id) => messagePath(id),
    payments: (id) => paymentPath(id),
  }
  return paths[resource]
}
