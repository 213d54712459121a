import { isEmpty } from '@agremia/resources/coerce.ts'
import { referenceBase } from '@agremia/resources/define-resource.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { joinList } from '@agremia/resources/rules/plural.ts'
import { ApiError } from '../../errors.ts'
import { sameValue } from '../../rest/check.ts'
import { undoCreations } from '../../rest/delete-record.ts'
import type { StoredValues, WireRecord } from '../../rest/find-record.ts'
import { findLocked, findRecords } from '../../rest/find-record.ts'
import { actionOf, performAction } from '../../rest/actions.ts'
import { planOf } from '../../rest/modules.ts'
import { saveRecord } from '../../rest/write.ts'
import type { WritableRow, Written } from './kind.ts'
import type { Context } from '../../rest/modules.ts'

/** Creates the record of a row, or changes the one that it means. */
export async function writeRecord(
  writing: Context,
  resource: string,
  { recordId, input }: WritableRow,
  given?: StoredValues,
): Promise<Written> {
  const plan = planOf(writing.world, resource)
  if (recordId === null) {
    const { _id, _version } = await saveRecord(writing, plan, {
      id: null,
      input,
      mode: 'create',
      ...(given && { given: { values: given } }),
    })
    return { created: [{ resource, id: _id, version: _version }] }
  }
  const before = await findLocked(writing.db, plan, recordId)
  const after = await saveRecord(writing, plan, { id: recordId, input, mode: 'modify' })
  const changed = Object.keys(input).filter((name) => !sameValue(before?.[name] ?? null, after[name] ?? null))
  const valuesIn = (record: WireRecord | undefined) =>
    Object.fromEntries(changed.map((name) => [name, record?.[name] ?? null]))
  return { created: [], changed: { id: recordId, former: valuesIn(before), values: valuesIn(after) } }
}

/** Gives a changed record its former values, unless they have changed since. Returns what stays. */
export async function restoreValues(
  writing: Context,
  resource: string,
  { id, former, values }: NonNullable<Written['changed']>,
): Promise<string | undefined> {
  const plan = planOf(writing.world, resource)
  const now = await findLocked(writing.db, plan, id)
  if (!now) return 'Foi eliminado entretanto.'
  const names = Object.keys(values)
  const isSame = (name: string) =>
    sameValue(now[name] ?? null, values[name]) || (isEmpty(now[name]) && isEmpty(values[name]))
  const kept = names.filter((name) => !isSame(name))
  const input = Object.fromEntries(names.filter(isSame).map((name) => [name, former[name]]))
  if (Object.keys(input).length > 0) await saveRecord(writing, plan, { id, input, mode: 'modify' })
  if (kept.length === 0) return undefined
  const terminology = await writing.world.organisation.terminology()
  const labels = kept.map((name) =>
    fillTerms(plan.definition.fields[name]?.label ?? referenceBase(name), terminology),
  )
  return `Mudou entretanto: ${joinList(labels)}.`
}

/** Whether created records are as the import wrote them; missing ones are not. */
export async function areUntouched(
  { db, world }: Pick<Context, 'db' | 'world'>,
  resource: string,
  created: readonly Written['created'][number][],
): Promise<boolean> {
  const records = await findRecords(
    db,
    planOf(world, resource),
    created.map(({ id }) => id),
  )
  return created.every(({ id, version }) => records.get(id)?._version === version)
}

/** Deletes a created record for good. Returns why it stays. */
export async function removeCreated(
  writing: Context,
  created: Written['created'][number],
): Promise<string | undefined> {
  const plan = planOf(writing.world, created.resource)
  if (!(await findLocked(writing.db, plan, created.id, 'FOR UPDATE'))) return undefined
  if (!(await areUntouched(writing, created.resource, [created]))) return 'Foi alterado entretanto.'
  return orReason(() => undoCreations(writing, plan, [created.id]))
}

/** Why records that an import created are cancelled. They do not count as those of a row: the file may come again. */
export const undoneReason = 'Importação anulada'

/** Cancels a created record with its action. Returns why it stays. */
export async function cancelCreated(
  writing: Context,
  { resource, id }: Written['created'][number],
): Promise<string | undefined> {
  const action = actionOf(writing.world, resource, 'cancel')
  return orReason(() => performAction(writing, action, { id, input: { reason: undoneReason } }))
}

/** The reason of a refusal, which wrote nothing. */
async function orReason(work: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) return error.message
    throw error
  }
}
