import type { fixedAssets } from '@agremia/resources/definitions/fixed-assets.ts'
import type { Hooks } from '../rest/modules.ts'
import { closedProblems, rejectClosed, requireOpen } from '../settings/index.ts'

/** The list of assets of a closed year has these, with their cost. What they are like and where they are is of today. */
const lockedBy = { acquiredOn: ['acquiredOn', 'cost'], disposedOn: ['disposedOn'] } as const

export const assetHooks: Hooks<typeof fixedAssets> = {
  validate: (context) => Promise.resolve({ errors: closedProblems(context, context.settings, lockedBy) }),
  beforeSave: (context) => rejectClosed(context, lockedBy),
  beforeDelete: ({ db, record }) => requireOpen(db, record.acquiredOn),
}
