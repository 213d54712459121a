import { periodWords, wholeYear } from '@agremia/resources/rules/quota-periods.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import type { World } from '../../context.ts'
import type { Querying } from '../../database/querying.ts'
import { advisoryLocks } from '../../database/advisory-locks.ts'
import { allowLongStatements } from '../../database/long-statements.ts'
import { execute, many, maybeOne, one, raiseVersion, sql } from '../../database/sql.ts'
import type { Tx } from '../../database/transaction.ts'
import { conflict, invalid } from '../../errors.ts'
import type { Job } from '../../jobs/index.ts'
import { recordAudit } from '../../rest/audit.ts'
import { beginWork, isUnderWay, workOrFail } from '../../rest/background-work.ts'
import type { Change } from '../../rest/changes.ts'
import { changesOf, idAndVersion, writeInTransaction } from '../../rest/changes.ts'
import type { ActionCall, FieldMessages, Hooks, WriteContext, Engine } from '../../rest/modules.ts'
import type { Selection } from './candidates.ts'
import { takeMemory } from './candidates.ts'
import { consumeCredit, releaseCreditOfRun } from '../ledger/credit.ts'
import { insertQuotas, removeTaken } from './insert-quotas.ts'
import { lockLedger, lockLedgerFirst, refreshLedger } from '../ledger/ledger.ts'
import { euros } from '../../rest/euros.ts'
import { isOwed } from '../ledger/conditions.ts'

const chargedSql = (runId: string) =>
  sql`SELECT DISTINCT member_id AS id FROM unsettled_payments WHERE quota_run_id = ${runId}::uuid`

/** A generation that is asked for is written down, and done in the background. */
export const quotaRunHooks: Hooks = {
  beforeLock: lockLedgerFirst(chargedSql),
  validate: async ({ merged }) => ({ errors: runProblems(merged['periods']) }),
  async beforeSave(context) {
    if (!context.before) await refuseSecond(context)
    context.values['createdByName'] = context.caller.name
  },
  async afterSave({ db, world, id, before }) {
    if (!before) await world.jobs.add(db, 'quotaRuns', [{ data: { id } }])
  },
}

/** Two who ask for the same at once are one generation. */
async function refuseSecond({ db, merged }: Pick<WriteContext, 'db' | 'merged'>): Promise<void> {
  await execute(db, sql`SELECT pg_advisory_xact_lock(${advisoryLocks.quotaAsking})`)
  const { year, periods, planIds, categoryIds } = merged
  const found = await maybeOne(
    db,
    sql`SELECT year, created_by_name AS name FROM quota_runs WHERE ${isUnderWay}
           AND (year, periods, plan_ids, category_ids) = (${year}::integer, ${periods}::text[], ${planIds}::text[], ${categoryIds}::text[]) LIMIT 1`,
    { year: 'integer', name: 'text' },
  )
  if (found) throw conflict(`Esta geração de ${found.year} já está em curso, pedida por ${found.name}.`)
}

export function runProblems(periods: unknown): FieldMessages {
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

/** Makes the quotas of a generation, once, whatever happens to the process meanwhile. */
export async function generateQuotas(world: World, job: Job): Promise<void> {
  const id = job.data['id'] ?? ''
  await workOrFail(world, { resource: 'quotaRuns', id, problem }, () => generate(world, id))
}

async function generate(world: World, runId: string): Promise<void> {
  const today = await world.organisation.today()
  const terminology = await world.organisation.terminology()
  if (!(await beginWork(world, { resource: 'quotaRuns', id: runId }))) return
  await writeInTransaction(world, async (db, changes) => {
    // First: waiting for another generation takes as long as that one.
    await allowLongStatements(db)
    // Two at once wait for each other: the second finds nothing left to do.
    await execute(db, sql`SELECT pg_advisory_xact_lock(${advisoryLocks.quotaGeneration})`)
    await takeMemory(db)
    const run = await maybeOne(
      db,
      sql`SELECT year, periods, plan_ids AS "planIds", category_ids AS "categoryIds" FROM quota_runs
        WHERE id = ${runId} AND state = 'running' FOR NO KEY UPDATE`,
      { year: 'integer', periods: 'text[]', planIds: 'text[]', categoryIds: 'text[]' },
    )
    if (!run) return
    const selection: Selection = { ...run, today, terminology }
    const made = await insertQuotas(db, selection, { origin: 'generation', quotaRunId: runId })
    const charged = await chargedBy(db, runId)
    await lockLedger(db, charged)
    const taken = await removeTaken(db, runId)
    const leftOut = { ...made.leftOut }
    if (taken.members > 0) leftOut['exists'] = (leftOut['exists'] ?? 0) + taken.members
    const { onRun } = await consumeCredit({ db, today, changes }, charged, runId)
    changes.push(...(await refreshToday(world, db, charged)))
    const done = await many(
      db,
      sql`UPDATE quota_runs SET state = 'done', count = ${made.count - taken.count}, total = ${made.total - taken.total}, credit_used = ${onRun}, left_out = ${JSON.stringify(leftOut)}, skipped = ${JSON.stringify(made.skipped)},
             ${raiseVersion()} WHERE id = ${runId} RETURNING id, version`,
      idAndVersion,
    )
    if (made.count > taken.count)
      changes.push({ resource: 'unsettledPayments', action: 'created', id: '', version: 0 })
    changes.push(...changesOf('quotaRuns', 'updated', done))
  })
}

/** What is kept of these members, as of the day on which it is ready: midnight may pass while very many are charged. */
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

/** The members whom a generation charged. */
async function chargedBy(db: Querying, runId: string): Promise<string[]> {
  const rows = await many(db, chargedSql(runId), { id: 'uuid' })
  return rows.map(({ id }) => id)
}

/**
 * Takes a generation back as a whole: its quotas are cancelled, so that all may be generated again, and the credit it used
 * comes back. One that has not made anything yet makes nothing any more.
 */
export async function undoRun(call: ActionCall): Promise<undefined> {
  const { db, record, changes } = call
  if (record['state'] === 'undone') throw conflict('Já foi desfeita.')
  const charged = await chargedBy(db, record._id)
  // Also of those whom it was charging when it was found, who are not locked yet.
  await lockLedger(db, charged)
  await releaseCreditOfRun(call, record._id)
  await refuseTouched(call)
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

async function refuseTouched({ db, record, world }: ActionCall): Promise<void> {
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

/** A selection as somebody asks for it. Throws 422. */
export function readSelection(
  values: Record<string, unknown>,
  { today, terminology }: Pick<Selection, 'today' | 'terminology'>,
): Selection {
  const errors = runProblems(values['periods'])
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return {
    year: Number(values['year']),
    periods: (values['periods'] ?? []) as string[],
    planIds: (values['planIds'] ?? []) as string[],
    categoryIds: (values['categoryIds'] ?? []) as string[],
    today,
    terminology,
  }
}

/**
 * What a generation charged, with what is paid and owed of it, by the category that each member was in, and the credit that it used
 * on earlier debts; amounts in euros.
 */
export async function runByCategory(
  { world }: Engine,
  runId: string,
): Promise<{ byCategory: object[]; creditOnEarlier: number }> {
  const byCategory = await many(
    world.database.pool,
    sql`SELECT k.id AS "categoryId", k.name AS category, x.count, x.charged, x.paid, x.owed FROM (
             SELECT category_id, count(*)::integer AS count, ${euros('sum(amount)')} AS charged, ${euros('sum(paid_amount)')} AS paid,
               ${euros(sql`sum(open_amount) FILTER (WHERE ${isOwed})`)} AS owed
             FROM unsettled_payments c WHERE quota_run_id = ${runId} GROUP BY category_id) x
           JOIN member_categories k ON k.id = x.category_id ORDER BY k."order", k.id`,
    {
      categoryId: 'uuid',
      category: 'text',
      count: 'integer',
      charged: 'euros',
      paid: 'euros',
      owed: 'euros',
    },
  )
  const { amount: creditOnEarlier } = await one(
    world.database.pool,
    sql`SELECT ${euros('sum(u.amount)')} AS amount FROM credit_uses u JOIN unsettled_payments c ON c.id = u.unsettled_payment_id
           WHERE u.quota_run_id = ${runId} AND c.quota_run_id IS DISTINCT FROM u.quota_run_id`,
    { amount: 'euros' },
  )
  return { byCategory, creditOnEarlier }
}
