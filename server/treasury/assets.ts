import type { fixedAssets } from '@agremia/resources/definitions/fixed-assets.ts'
import type { FieldMessages } from '../errors.ts'
import { invalid } from '../errors.ts'
import type { HookContext, Hooks } from '../rest/modules.ts'
import type { Closing } from '../settings/index.ts'
import { closedDayMessage, closedProblems, isClosed, lockClosing, requireOpen } from '../settings/index.ts'

type Asset = HookContext<typeof fixedAssets>

/** The list of assets of a closed year has these, with their value. What they are like and where they are is of today. */
const lockedBy = {
  acquiredOn: ['acquiredOn', 'recordedOn', 'cost', 'depreciation'],
  disposedOn: ['disposedOn'],
} as const

export const assetHooks: Hooks<typeof fixedAssets> = {
  validate: (context) =>
    Promise.resolve({
      errors: { ...depreciationProblem(context), ...lockedProblems(context, context.settings) },
    }),
  async beforeSave(context) {
    const errors = lockedProblems(context, await lockClosing(context.db))
    if (Object.keys(errors).length > 0) throw invalid(errors)
  },
  beforeDelete: ({ db, record }) => requireOpen(db, String(listedSince(record))),
}

/** The day from which an asset is on the list. */
const listedSince = ({ acquiredOn, recordedOn }: { acquiredOn?: unknown; recordedOn?: unknown }) =>
  recordedOn ?? acquiredOn

/** The errors of `closedProblems`, where the day from which the asset is on the list stands for the day on which it was acquired. */
function lockedProblems({ before, values, merged }: Asset, closing: Closing): FieldMessages {
  const onList = <A extends object>(asset: A) => ({ ...asset, acquiredOn: listedSince(asset) }) as A
  const { acquiredOn, ...others } = closedProblems<typeof fixedAssets>(
    { before: before && onList(before), values, merged: onList(merged) },
    closing,
    lockedBy,
  )
  if (!acquiredOn) return others
  const wasListed = before && isClosed(closing, String(listedSince(before)))
  return {
    ...others,
    [merged.recordedOn == null ? 'acquiredOn' : 'recordedOn']: wasListed
      ? acquiredOn
      : [
          `${closedDayMessage(closing)} De um bem que já se tinha, indique esse dia em «No património desde», e quanto já estava depreciado.`,
        ],
  }
}

function depreciationProblem({ merged: { cost, depreciation, recordedOn } }: Asset): FieldMessages {
  const lost = depreciation ?? 0
  if (lost > (cost ?? 0)) return { depreciation: ['Não pode ser mais do que o custo.'] }
  return lost > 0 && recordedOn == null
    ? { depreciation: ['Só de um bem que entrou depois de adquirido: indique «No património desde».'] }
    : {}
}
