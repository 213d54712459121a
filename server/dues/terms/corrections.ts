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
import {
  cancelAfterLeaving,
  findCancelledOutside,
  keepAfterLeaving,
  restoreInside,
} from '../charges/leaving.ts'
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

/** Makes the unpaid quotas follow a change, and the differences that wait for a decision. `before` is what the rules charged before it. */
export async function followRules(
  context: Writing,
  memberId: string,
  before: Awaited<ReturnType<typeof expectedQuotas>>,
): Promise<void> {
  await changeQuotas(context, [memberId], before)
  await refreshDifferences(context, [memberId])
}

/** The state of the charges of some members before a correction of their histories of states. */
interface BeforeCorrection {
  readmissions: Awaited<ReturnType<typeof findReadmissions>>
  /** Undefined when the charges stay as they are. */
  charged: { expected: Awaited<ReturnType<typeof expectedQuotas>>; cancelled: string[] } | undefined
}

/** Previews a correction of the states; `decision` is its field `charges`. */
export async function beforeStateCorrection(
  context: Writing,
  memberIds: readonly string[],
  decision: unknown,
): Promise<BeforeCorrection> {
  const { db } = context
  return {
    readmissions: await findReadmissions(db, memberIds),
    charged:
      decision === 'change'
        ? {
            expected: await expectedQuotas(context, memberIds),
            cancelled: await findCancelledOutside(db, memberIds),
          }
        : undefined,
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
    await restoreInside(context, memberIds, charged.cancelled)
    await cancelAfterLeaving(context, memberIds)
    // A restored quota is compared as it is: nothing was expected of it before, and perhaps nothing is now.
    const restored = await chargedQuotas(db, charged.cancelled)
    await changeQuotas(context, memberIds, [...charged.expected, ...restored])
  } else await keepAfterLeaving(db, memberIds)
  await followReadmissions(context, memberIds, {
    before: readmissions,
    isChanged: charged !== undefined,
  })
  await refreshDifferences(context, memberIds)
  changes.push(...(await refreshMembers(db, today, memberIds)))
}
