import { isId } from '@agremia/resources/coerce.ts'
import type { Definition } from '@agremia/resources/define-resource.ts'
import type { FastifyRequest } from 'fastify'
import { advisoryLocks } from '../../database/advisory-locks.ts'
import type { Tx } from '../../database/transaction.ts'
import { execute, maybeOne, prepared, sql } from '../../database/sql.ts'
import { refuseClosed } from '../../erased.ts'
import { invalid } from '../../errors.ts'
import { actionOf, performAction } from '../../rest/actions.ts'
import { inputOf, withMore } from '../../rest/api.ts'
import { planOf } from '../../rest/modules.ts'
import { getRecord } from '../../rest/find-record.ts'
import { runAndRollBack } from '../../rest/write-request.ts'
import { bodyOf } from '../../rest/request.ts'
import { requireAccess } from '../../rest/scope.ts'
import { saveRecord } from '../../rest/write.ts'
import { findReadmissions, followReadmissions } from '../charges/admission.ts'
import { cancelAfterLeaving, findOutside, keepAfterLeaving, restoreInside } from '../charges/leaving.ts'
import { lockLedger, refreshMembers } from '../ledger/ledger.ts'
import { refreshDifferences } from './charge-differences.ts'
import type { Writing } from './changed-charges.ts'
import { changeQuotas, chargedQuotas, expectedQuotas } from './changed-charges.ts'
import type { Context, World } from '../../rest/modules.ts'

/** Locks the member before its history, as a save of the member does. Throws 409 when the record of the person is closed. */
export async function lockHistory(db: Tx, memberId: string): Promise<void> {
  await execute(db, sql`SELECT pg_advisory_xact_lock_shared(${advisoryLocks.meanings})`)
  const member = await maybeOne(
    db,
    prepared(sql`SELECT person_id FROM members WHERE id = ${memberId}::uuid FOR NO KEY UPDATE`),
    { person_id: 'uuid' },
  )
  if (member) await refuseClosed(db, member.person_id)
}

/** The body of a request that previews a save. Ignores its version: the preview shows what the save does to the record as it is now. */
export function previewedInput(request: FastifyRequest): Record<string, unknown> {
  const { _version, ...input } = bodyOf(request)
  return input
}

/** Body of the preview of a correction: a row, `_id` to correct one, `removed` to remove it. */
export const correctionOf = (definition: Definition) =>
  withMore(inputOf(definition), { 'removed?': 'boolean' })

/**
 * Corrects a row of a member's history for `POST {resource}/preview`, with its charges, and rolls back. `measure` runs the correction; returns its
 * result. `missing` replaces required texts that are not typed yet.
 */
export function previewCorrection<T>(
  world: World,
  request: FastifyRequest,
  { definition, missing }: { definition: Definition; missing: Readonly<Record<string, string>> },
  measure: (writing: Context, memberId: string, perform: () => Promise<unknown>) => Promise<T>,
): Promise<T> {
  requireAccess(definition.access.create(request.caller), request.caller)
  const { _id, removed, ...body } = previewedInput(request)
  const id = typeof _id === 'string' && isId(_id) ? _id : null
  const given = Object.entries(missing).filter(([name]) => !body[name])
  const input = { ...body, ...Object.fromEntries(given), charges: 'change' }
  return runAndRollBack(world, request, async (writing) => {
    const plan = planOf(world, definition.name)
    const memberId = id === null ? body['memberId'] : (await getRecord(writing, plan, id))['memberId']
    if (!isId(memberId)) throw invalid({ memberId: ['Indique de quem é o histórico.'] })
    return measure(writing, memberId, async () => {
      if (removed !== true)
        return saveRecord(writing, plan, { id, input, mode: id === null ? 'create' : 'modify' })
      if (id === null) throw invalid({ _id: ['Indique o que retirar.'] })
      return performAction(writing, actionOf(world, definition.name, 'remove'), {
        id,
        input: { reason: '…', charges: 'change' },
      })
    })
  })
}

/** The quotas of some members before their states change: what the rules charge, and the charges outside the membership. */
interface QuotasBefore {
  expected: Awaited<ReturnType<typeof expectedQuotas>>
  outside: string[]
}

export async function quotasBefore(context: Writing, memberIds: readonly string[]): Promise<QuotasBefore> {
  return {
    expected: await expectedQuotas(context, memberIds),
    outside: await findOutside(context.db, memberIds),
  }
}

/**
 * Makes the unpaid quotas follow a change of the states, and the differences that wait for a decision. Needs the charges outside the membership
 * cancelled.
 */
export async function followStates(
  context: Writing,
  memberIds: readonly string[],
  { expected, outside }: QuotasBefore,
): Promise<void> {
  const { db } = context
  await restoreInside(context, memberIds, outside)
  // Charges that are inside the membership again are compared as they are: the rules did not expect them before, and may not now.
  const remaining = new Set(await findOutside(db, memberIds))
  const entered = await chargedQuotas(
    db,
    outside.filter((id) => !remaining.has(id)),
  )
  await changeQuotas(context, memberIds, [...expected, ...entered])
  await refreshDifferences(context, memberIds)
}

/** The state of the charges of some members before a correction of their histories of states. */
interface BeforeCorrection {
  readmissions: Awaited<ReturnType<typeof findReadmissions>>
  /** Undefined when the charges stay as they are. */
  charged: QuotasBefore | undefined
}

/** Previews a correction of the states; `decision` is its field `charges`. */
export async function beforeStateCorrection(
  context: Writing,
  memberIds: readonly string[],
  decision: unknown,
): Promise<BeforeCorrection> {
  return {
    readmissions: await findReadmissions(context.db, memberIds),
    charged: decision === 'change' ? await quotasBefore(context, memberIds) : undefined,
  }
}

/** Changes the charges of members after their states were corrected, or keeps them owed. Needs the state of today written. */
export async function followStateCorrection(
  context: Writing,
  memberIds: readonly string[],
  { readmissions, charged }: BeforeCorrection,
): Promise<void> {
  const { db, today, changes } = context
  await lockLedger(db, memberIds)
  if (charged) {
    await cancelAfterLeaving(context, memberIds)
    await followStates(context, memberIds, charged)
  } else {
    await keepAfterLeaving(db, memberIds)
    await refreshDifferences(context, memberIds)
  }
  await followReadmissions(context, memberIds, {
    before: readmissions,
    isChanged: charged !== undefined,
  })
  changes.push(...(await refreshMembers(db, today, memberIds)))
}
