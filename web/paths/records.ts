import type { Terminology } from '@agremia/resources/terminology.ts'
import { useTerminology } from '../api/queries.ts'
import { taskPath } from './tasks.ts'
import { cardRunPath, printBatchPath, cardPath } from './cards.ts'
import { batchPath, messagePath } from './messages.ts'
import { runPath, paymentPath } from './dues.ts'
import { applicationPath } from './applications.ts'
import { useMemberPaths } from './use-member-paths.ts'

type PathOf = (id: string, terminology: Terminology) => string

/** Paths of pages of background work, by resource. */
const paths: Record<string, PathOf> = {
  bulkActions: taskPath,
  cardRuns: (id, terminology) => cardRunPath(terminology, id),
  messageBatches: batchPath,
  printBatches: (id, terminology) => printBatchPath(terminology, id),
  quotaRuns: (id, terminology) => runPath(terminology, id),
}

/** A function that returns the path of the page of background work; undefined if it has no page. */
export function useWorkPath(): (work: { resource: string; _id: string }) => string | undefined {
  const terminology = useTerminology()
  return ({ resource, _id }) => paths[resource]?.(_id, terminology)
}

/** The path of the page of a resource's records; undefined if they have no page. */
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
