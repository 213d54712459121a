import { duplicates } from '@agremia/resources/definitions/duplicates.ts'
import { merges } from '@agremia/resources/definitions/merges.ts'
import type { Area } from '../rest/modules.ts'
import { resourceModule } from '../rest/modules.ts'
import { findDuplicates } from './find-duplicates.ts'
import { mergeHooks } from './merge.ts'
import { mergeRoutes } from './routes.ts'
import { undoMerge } from './undo.ts'

export { insertSampleDuplicates } from './sample-duplicates.ts'

/** Records of the same person: finding them, making them one, and undoing that. */
export const mergesArea: Area = {
  resources: [
    resourceModule({ definition: duplicates }),
    resourceModule({ definition: merges, hooks: mergeHooks, actions: { undo: undoMerge } }),
  ],
  routes: mergeRoutes,
  daily: (db) => findDuplicates(db),
}
