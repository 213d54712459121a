import type { members } from '@agremia/resources/definitions/members.ts'
import type { HookContext } from '../../rest/modules.ts'
import { changeJoia } from '../charges/admission.ts'
import { refreshDifferences } from './charge-differences.ts'
import { cancelUnderWay, changeQuotas, expectedQuotas } from './changed-charges.ts'

type Expected = Awaited<ReturnType<typeof expectedQuotas>>

/** What the rules charge before a save of a member whose charges are to follow it; undefined when they stay as they are. */
export async function chargesBefore(context: HookContext<typeof members>): Promise<Expected | undefined> {
  const { before, id, values } = context
  return before && values.charges === 'change' ? expectedQuotas(context, [id]) : undefined
}

/** Makes the unpaid charges of a saved member follow what changed. Needs its history written. */
export async function followSave(context: HookContext<typeof members>, expected: Expected): Promise<void> {
  const { id, before, values } = context
  await changeQuotas(context, [id], expected)
  await refreshDifferences(context, [id])
  if ('admissionDate' in values) await changeJoia(context, id, String(before?.admissionDate))
  if ('categoryId' in values) await cancelUnderWay(context, id)
}
