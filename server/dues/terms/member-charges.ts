import type { members } from '@agremia/resources/definitions/members.ts'
import type { HookContext } from '../../rest/modules.ts'
import { changeJoia, planOfMember } from '../charges/admission.ts'
import { refreshDifferences } from './charge-differences.ts'
import type { MovedYears, Writing } from './changed-charges.ts'
import { cancelUnderWay, changeQuotas, expectedQuotas } from './changed-charges.ts'

/** What the rules charge a member before a correction. */
export interface ExpectedCharges {
  quotas: Awaited<ReturnType<typeof expectedQuotas>>
  admission: Awaited<ReturnType<typeof planOfMember>>
  moved: MovedYears | null
}

/** What the rules charge a member: quotas, and the joia of the admission. `moved` when the admission is about to be corrected. */
export async function expectedCharges(
  context: Writing,
  memberId: string,
  moved: MovedYears | null = null,
): Promise<ExpectedCharges> {
  const quotas = await expectedQuotas(context, [memberId], moved)
  return { quotas, admission: await planOfMember(context, memberId), moved }
}

/** Makes the unpaid quotas and joia of a member agree with what the rules charge after a correction. */
export async function changeCharges(
  context: Writing,
  memberId: string,
  { quotas, admission, moved }: ExpectedCharges,
): Promise<void> {
  await changeQuotas(context, [memberId], quotas, moved)
  await changeJoia(context, memberId, admission)
}

/** What the rules charge before a save of a member whose charges are to follow it; undefined when they stay as they are. */
export async function chargesBefore(
  context: HookContext<typeof members>,
): Promise<ExpectedCharges | undefined> {
  const { before, id, values, merged } = context
  if (!before || values.charges !== 'change') return undefined
  const years = [before, merged].map(({ admissionDate }) => Number(String(admissionDate).slice(0, 4)))
  const moved = 'admissionDate' in values ? { from: Math.min(...years), to: Math.max(...years) } : null
  return expectedCharges(context, id, moved)
}

/** Makes the unpaid charges of a saved member follow what changed. Needs its history written. */
export async function followSave(
  context: HookContext<typeof members>,
  expected: ExpectedCharges,
): Promise<void> {
  const { id, values } = context
  await changeCharges(context, id, expected)
  await refreshDifferences(context, [id])
  if ('categoryId' in values) await cancelUnderWay(context, id)
}
