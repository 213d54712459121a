import type { Euros } from '@agremia/resources/rules/amount.ts'
import { periodWords, wholeYear } from '@agremia/resources/rules/quota-periods.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import type { Querying } from '../../database/querying.ts'
import { advisoryLocks } from '../../database/advisory-locks.ts'
import { allowLongStatements } from '../../database/transaction.ts'
import { execute, many, maybeOne, one, raiseVersion, sql } from '../../database/sql.ts'
import type { Tx } from '../../database/transaction.ts'
import { conflict, invalid } from '../../errors.ts'
import type { Job } from '../../jobs/index.ts'
import { recordAudit } from '../../rest/audit.ts'
import { beginWork, isUnderWay, workOrFail } from '../../rest/background-work.ts'
import { changesOf, idAndVersion, writeInTransaction } from '../../rest/changes.ts'
import type { ActionCall, HookContext, Hooks, World } from '../../rest/modules.ts'
import type { Selection } from './candidates.ts'
import { raiseWorkMem } from './candidates.ts'
import { consumeCredit, releaseCreditOfRun } from '../ledger/credit.ts'
import { insertQuotas, removeDuplicates } from './insert-quotas.ts'
import { lockLedger, lockLedgerFirst, refreshLedger } from '../ledger/ledger.ts'
import { euros } from '../../rest/euros.ts'
import { isOwed } from '../ledger/conditions.ts'
import type { Change } from '../../rest/change.ts'
import type { FieldMessages } from '../../errors.ts'
import type { quotaRuns } from '@agremia/resources/definitions/quota-runs.ts'

/** SQL: ids of the members whom a generation charged. */
const chargedSql = (runId: string) =>
  sql`SELECT DISTINCT member_id AS id FROM unsettled_payments WHERE quota_run_id = ${runId}::uuid`

/** A new generation is stored, and a job runs it. */
export const quotaRunHooks: Hooks<typeof quotaRuns> = {
  beforeLock: lockLedgerFirst(chargedSql),
  validate: async ({ merged }) => ({ errors: periodErrors(merged.periods) }),
  async beforeSave(context) {
    if (!context.before) await rejectDuplicateRun(context)
    context.set({ createdByName: context.caller.name })
  },
  async afterSave({ db, world, id, before }) {
    if (!before) await world.jobs.add(db, 'quotaRuns', [{ data: { id } }])
  },
}

/** Throws 409 when the same generation is waiting or running. The advisory lock serialises two concurrent requests. */
async function rejectDuplicateRun({
  db,
  merged,
}: Pick<HookContext<typeof quotaRuns>, 'db' | 'merged'>): Promise<void> {
  await execute(db, sql`SELECT pg_advisory_xact_lock(${advisoryLocks.quotaRunRequests})`)
  const { year, periods, planIds, categoryIds } = merged
  const running = await maybeOne(
    db,
    sql`SELECT year, created_by_name AS name FROM quota_runs WHERE ${isUnderWay}
           AND (year, periods, plan_ids, category_ids) = (${year}::integer, ${periods}::text[], ${planIds}::text[], ${categoryIds}::text[]) LIMIT 1`,
    { year: 'integer', name: 'text' },
  )
  if (running) throw conflict(`Esta geração de ${running.year} já está em curso, pedida por ${running.name}.`)
}

/** Errors when one of the period codes does not exist. */
export function periodErrors(periods: unknown): FieldMessages {
  const wrong = (Array.isArray(periods) ? periods : []).find((period) => !isPeriod(String(period)))
  return wrong === undefined
    ? {}
    : { periods: [`«${String(wrong).slice(0, 20)}» não é um período: use ano, S1, T1 ou 01.`] }
}

function isPeriod(code: string): boolean {
  return code === wholeYear || Object.hasOwn(periodWords, code)
}

const problem =
  'A geração não chegou ao fim: nada foi gerado nem alterado. Pode tentar outra vez; se voltar a falhar, peça ajuda a quem cuida da instalação.'

/** Job: runs a generation once, even when processes are killed. */
export async function generateQuotas(world: World, job: Job): Promise<void> {
  const id = job.data['id'] ?? ''
  await workOrFail(world, { resource: 'quotaRuns', id, problem }, () => generate(world, id))
}

async function generate(world: World, runId: string): Promise<void> {
  const today = await world.organisation.today()
  const terminology = await world.organisation.terminology()
  if (!(await beginWork(world, { resource: 'quotaRuns', id: runId }))) return
  await writeInTransaction(world, async (db, changes) => {
    // Before the lock: waiting for another generation may take as long as that one runs.
    await allowLongStatements(db)
    // Generations run one at a time: a second one finds the quotas of the first.
    await execute(db, sql`SELECT pg_advisory_xact_lock(${advisoryLocks.quotaGeneration})`)
    await raiseWorkMem(db)
    const run = await maybeOne(
      db,
      sql`SELECT year, periods, plan_ids AS "planIds", category_ids AS "categoryIds" FROM quota_runs
        WHERE id = ${runId} AND state = 'running' FOR NO KEY UPDATE`,
      { year: 'integer', periods: 'text[]', planIds: 'text[]', categoryIds: 'text[]' },
    )
    if (!run) return
    const selection: Selection = { ...run, today, terminology }
    const inserted = await insertQuotas(db, selection, { origin: 'generation', quotaRunId: runId })
    const charged = await chargedMembers(db, runId)
    await lockLedger(db, charged)
    const duplicates = await removeDuplicates(db, { quotaRunId: runId, year: run.year })
    const leftOut = { ...inserted.leftOut }
    if (duplicates.members > 0) leftOut['exists'] = (leftOut['exists'] ?? 0) + duplicates.members
    const { onRun } = await consumeCredit({ db, today, changes }, charged, runId)
    changes.push(...(await refreshToday(world, db, charged)))
    const done = await many(
      db,
      sql`UPDATE quota_runs SET state = 'done', count = ${inserted.count - duplicates.count}, total = ${inserted.total - duplicates.total}, credit_used = ${onRun}, left_out = ${JSON.stringify(leftOut)}, skipped = ${JSON.stringify(inserted.skipped)},
             ${raiseVersion()} WHERE id = ${runId} RETURNING id, version`,
      idAndVersion,
    )
    if (inserted.count > duplicates.count)
      changes.push({
        resource: 'unsettledPayments',
        action: 'created',
        id: '',
        ids: sql`SELECT id FROM unsettled_payments WHERE quota_run_id = ${runId}`,
        version: 0,
      })
    changes.push(...changesOf('quotaRuns', 'updated', done))
  })
}

/** Refreshes the ledgers as of today; repeats when midnight passed meanwhile, so that all have the same day. */
async function refreshToday(world: World, db: Tx, memberIds: readonly string[]): Promise<Change[]> {
  const settings = await world.organisation.settings()
  const changes: Change[] = []
  let today: string
  do {
    today = await world.organisation.today()
    await refreshLedger({ db, today, settings, changes }, memberIds)
  } while (today !== (await world.organisation.today()))
  return changes
}

async function chargedMembers(db: Querying, runId: string): Promise<string[]> {
  const rows = await many(db, chargedSql(runId), { id: 'uuid' })
  return rows.map(({ id }) => id)
}

/**
 * Undoes a generation as a whole: cancels its quotas, so that they can be generated again, and releases the credit it used. One that
 * has not run yet will not run. Throws 409 when a payment settled one of its quotas.
 */
export async function undoRun(call: ActionCall<typeof quotaRuns, 'undo'>): Promise<undefined> {
  const { db, record, changes } = call
  const charged = await chargedMembers(db, record._id)
  // `beforeLock` read the members before this record was locked; the generation may have charged more meanwhile.
  await lockLedger(db, charged)
  await releaseCreditOfRun(call, record._id)
  await rejectPaid(call)
  const cancelled = await many(
    db,
    sql`UPDATE unsettled_payments SET status = 'cancelled', cancel_reason = coalesce(cancel_reason, 'Geração desfeita'),
           cancelled_by = 'undoing', ${raiseVersion()} WHERE quota_run_id = ${record._id} RETURNING id, version`,
    idAndVersion,
  )
  changes.push(...changesOf('unsettledPayments', 'updated', cancelled))
  await refreshLedger(call, charged)
  const rows = await many(
    db,
    sql`UPDATE quota_runs SET state = 'undone', ${raiseVersion()} WHERE id = ${record._id} RETURNING id, version`,
    idAndVersion,
  )
  changes.push(...changesOf('quotaRuns', 'updated', rows))
  await recordAudit(call, [{ resource: 'quotaRuns', id: record._id, action: 'undo', changes: [] }])
  return undefined
}

async function rejectPaid({ db, record, world }: ActionCall<typeof quotaRuns>): Promise<void> {
  const { count } = await one(
    db,
    sql`SELECT count(*)::integer AS count FROM unsettled_payments WHERE quota_run_id = ${record._id} AND paid_amount > 0`,
    { count: 'integer' },
  )
  if (count === 0) return
  const paid = count === 1 ? 'uma {membershipPayment} paga' : `${count} {membershipPayments} pagas`
  throw conflict(
    fillTerms(
      `Não pode ser desfeita: já há ${paid}, no todo ou em parte.`,
      await world.organisation.terminology(),
    ),
  )
}

/** The selection of a request. Throws 422. */
export function readSelection(
  values: Record<string, unknown>,
  { today, terminology }: Pick<Selection, 'today' | 'terminology'>,
): Selection {
  const errors = periodErrors(values.periods)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return {
    year: Number(values.year),
    periods: (values.periods ?? []) as string[],
    planIds: (values.planIds ?? []) as string[],
    categoryIds: (values.categoryIds ?? []) as string[],
    today,
    terminology,
  }
}

const categoryTotalsShape = {
  categoryId: 'uuid',
  category: 'text',
  count: 'integer',
  charged: 'euros',
  paid: 'euros',
  owed: 'euros',
} as const
export const runTotalsShape = { byCategory: [categoryTotalsShape], creditOnEarlier: 'euros' } as const

/**
 * Charged, paid and owed amounts of a generation by category (that of the charge), and the credit that it used for earlier
 * debts, in euros.
 */
export async function runByCategory(
  world: World,
  runId: string,
): Promise<{ byCategory: object[]; creditOnEarlier: Euros }> {
  const byCategory = await many(
    world.database.pool,
    sql`SELECT k.id AS "categoryId", k.name AS category, x.count, x.charged, x.paid, x.owed FROM (
             SELECT category_id, count(*)::integer AS count, ${euros('sum(amount)')} AS charged, ${euros('sum(paid_amount)')} AS paid,
               ${euros(sql`sum(open_amount) FILTER (WHERE ${isOwed})`)} AS owed
             FROM unsettled_payments c WHERE quota_run_id = ${runId} GROUP BY category_id) x
           JOIN member_categories k ON k.id = x.category_id ORDER BY k."order", k.id`,
    categoryTotalsShape,
  )
  const { amount: creditOnEarlier } = await one(
    world.database.pool,
    sql`SELECT ${euros('sum(u.amount)')} AS amount FROM credit_uses u JOIN unsettled_payments c ON c.id = u.unsettled_payment_id
           WHERE u.quota_run_id = ${runId} AND c.quota_run_id IS DISTINCT FROM u.quota_run_id`,
    { amount: 'euros' },
  )
  return { byCategory, creditOnEarlier }
}
