import { bulkActionResults, bulkActions } from '@agremia/resources/definitions/bulk-actions.ts'
import type { Area } from '../rest/modules.ts'
import { resourceModule } from '../rest/modules.ts'
import { resumeBulkAction, retryBulkAction, stopBulkAction } from './control.ts'
import { countReasons, reasonShape } from './results.ts'
import { runBulkAction } from './run.ts'
import { bulkActionHooks } from './tasks.ts'

export { eraseResultsAbout } from './results.ts'

/** Concurrent jobs in each process, so that a short one does not wait for a long one. */
const concurrency = 2

/** Actions and tasks on many records, in the background. */
export const bulkActionsArea: Area = {
  work: (world) =>
    Array.from({ length: concurrency }, () =>
      world.jobs.work('bulkActions', (job) => runBulkAction(world, job)),
    ),
  resources: [
    resourceModule({
      definition: bulkActions,
      hooks: bulkActionHooks,
      actions: { stop: stopBulkAction, resume: resumeBulkAction, retry: retryBulkAction },
      extraProperties: {
        shape: { reasons: [reasonShape] },
        read: async (world, id) => ({ reasons: await countReasons(world.database.pool, id) }),
      },
    }),
    resourceModule({ definition: bulkActionResults }),
  ],
}
