import type { Terminology } from '@agremia/resources/terminology.ts'
import { useTerminology } from '../../api/queries.ts'
import { taskPath } from '../../resource/task-paths.ts'
import { cardRunPath, printBatchPath } from '../cards/card-paths.ts'
import { batchPath } from '../messages/message-paths.ts'
import { runPath } from '../quotas/quota-paths.ts'

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
