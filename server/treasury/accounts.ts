import { movedMethods } from '@agremia/resources/payment-methods.ts'
import type { ChargeType } from '@agremia/resources/definitions/unsettled-payments.ts'
import { chargeTypes } from '@agremia/resources/definitions/unsettled-payments.ts'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { fiscalYearTextSql } from '../database/fiscal-year.ts'
import type { Querying } from '../database/querying.ts'
import { execute, exists, many, maybeOne, raw, sql, textsOf } from '../database/sql.ts'
import type { Sql } from '../database/sql.ts'
import { conflict, invalid } from '../errors.ts'
import { toJson } from '../rest/codec.ts'
import type { HookContext, Hooks } from '../rest/modules.ts'
import type { ComputedColumn } from '../rest/plan.ts'
import { closedProblems, lockPayments, rejectClosed, requireOpen, terminologyIn } from '../settings/index.ts'
import type { FieldMessages } from '../errors.ts'
import type { transactionCategories } from '@agremia/resources/definitions/transaction-categories.ts'
import type { costCenterBudgets, costCenters } from '@agremia/resources/definitions/cost-centers.ts'
import { findClosedPayments } from './posting.ts'
import type { treasuryAccounts } from '@agremia/resources/definitions/treasury-accounts.ts'

/** The opening balance and the effects of all transactions of an account, in cents. */
export const balanceSql = (account: Sql): Sql =>
  sql`(${account}.opening_balance + coalesce((SELECT sum(x.effect) FROM transactions_totals x WHERE x.account_id = ${account}.id), 0))`

export const balanceColumn: ComputedColumn = {
  sql: (alias) => balanceSql(raw(alias)),
  toJson: toJson.cents,
  shape: 'euros',
}

export const accountHooks: Hooks<typeof treasuryAccounts> = {
  async validate(context) {
    return {
      errors: {
        ...(await methodProblem(context)),
        ...(await openingProblem(context)),
        ...closedProblems(context, context.settings, lockedBy),
      },
      warnings: () => closedPaymentsWarning(context),
    }
  },
  async beforeSave(context) {
    const { db, before, values } = context
    // Nobody writes a transaction before the new day meanwhile.
    if (before && 'openingDate' in values) {
      await lockPayments(db)
      refuse(await openingProblem(context))
    }
    await rejectClosed(context, lockedBy)
    if ('methods' in values || 'active' in values) {
      await lockTable(db, sql`treasury_accounts`)
      refuse(await methodProblem(context))
    }
  },
  async afterSave({ world, db, values }) {
    if ('openingDate' in values) await world.jobs.add(db, 'treasuryPosting', [{ data: {} }])
    return 'unchanged'
  },
  async beforeDelete({ db, record }) {
    await requireOpen(db, record.openingDate)
  },
}

const lockedBy = { openingDate: ['openingDate', 'openingBalance'] } as const

/** The warning of a change with which the account would receive payments of closed days, which are no longer posted. */
async function closedPaymentsWarning({
  db,
  id,
  before,
  merged,
  values,
}: HookContext<typeof treasuryAccounts>): Promise<FieldMessages> {
  const field = (['methods', 'active', 'kind', 'order'] as const).find((name) => name in values)
  const { kind, order, active, methods, openingDate } = merged
  if (!before || !field || typeof openingDate !== 'string') return {}
  const { count, first, last } = await findClosedPayments(db, {
    id,
    kind: String(kind),
    order: Number(order),
    active: active === true,
    methods: methods ?? [],
    openingDate,
  })
  if (first === null || last === null) return {}
  const days = first === last ? formatDate(first) : `${formatDate(first)} a ${formatDate(last)}`
  return {
    [field]: [
      `${counted(count, 'pagamento é', 'pagamentos são')} de dias fechados (${days}) e não se lançam nesta conta: só depois de quem administra reabrir as contas desses dias.`,
    ],
  }
}

/** Until this transaction ends nobody else writes records of the table: of two that exclude each other the second is refused. */
function lockTable(db: Querying, table: Sql): Promise<unknown> {
  return execute(db, sql`LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE`)
}

function refuse(errors: FieldMessages): void {
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

/** The error of a method of payment that another account receives already. */
async function methodProblem({
  db,
  id,
  merged,
}: HookContext<typeof treasuryAccounts>): Promise<FieldMessages> {
  // Absent when the request has no list.
  const methods = merged.methods ?? []
  const taken = await maybeOne(
    db,
    sql`SELECT a.name, array(SELECT unnest(a.methods) INTERSECT SELECT unnest(${methods}::text[])) AS methods
      FROM treasury_accounts a WHERE a.id <> ${id} AND a.active AND a.methods && ${methods}::text[] ORDER BY a."order", a.id LIMIT 1`,
    { name: 'text', methods: 'text[]' },
  )
  if (!taken || merged.active !== true) return {}
  const labels = taken.methods.map((method) => movedMethods[method as keyof typeof movedMethods])
  return { methods: [`«${taken.name}» já recebe por ${labels.join(', ')}: tire-o primeiro dessa conta.`] }
}

/** The error of an opening date after the first transaction. */
async function openingProblem({
  db,
  id,
  before,
  merged,
}: HookContext<typeof treasuryAccounts>): Promise<FieldMessages> {
  if (!before || typeof merged.openingDate !== 'string') return {}
  const first = await maybeOne(
    db,
    sql`SELECT date FROM transactions WHERE account_id = ${id} AND date < ${merged.openingDate}::date ORDER BY date, id LIMIT 1`,
    { date: 'day' },
  )
  return first
    ? {
        openingDate: [
          `Esta conta já tem transações desde ${formatDate(first.date)}: indique um dia até esse.`,
        ],
      }
    : {}
}

export const categoryHooks: Hooks<typeof transactionCategories> = {
  async validate(context) {
    return { errors: { ...(await categoryProblems(context)), ...(await chargeTypeProblem(context)) } }
  },
  async beforeSave(context) {
    const { db, before, values } = context
    // Nobody writes a transaction of the former kind meanwhile.
    if (before && 'kind' in values) await lockPayments(db)
    if (!['kind', 'chargeTypes', 'parentId'].some((name) => name in values)) return
    await lockTable(db, sql`transaction_categories`)
    refuse({ ...(await categoryProblems(context)), ...(await chargeTypeProblem(context)) })
  },
  async beforeDelete({ record }) {
    if (record.system === true)
      throw conflict('O programa precisa desta categoria: pode mudar-lhe o nome, mas não eliminá-la.')
  },
}

async function categoryProblems({
  db,
  id,
  before,
  merged,
  values,
}: HookContext<typeof transactionCategories>): Promise<FieldMessages> {
  const { kind, parentId, system, active } = merged
  const errors: FieldMessages = {}
  if (before && 'kind' in values) {
    const isUsed = await exists(db, sql`SELECT FROM transactions WHERE category_id = ${id} LIMIT 1`)
    if (system === true || isUsed)
      errors['kind'] = [
        isUsed
          ? 'Já tem transações: o tipo não muda. Crie outra categoria.'
          : 'O programa precisa desta categoria: o tipo não muda.',
      ]
  }
  if (system === true && active === false)
    errors['active'] = ['O programa precisa desta categoria: não a pode deixar de usar.']
  const problem = await parentProblem(db, { table: sql`transaction_categories`, id, parentId })
  if (problem !== undefined) errors['parentId'] = [problem]
  else if (typeof parentId === 'string') {
    const isOtherKind = sql`SELECT FROM transaction_categories WHERE id = ${parentId} AND kind <> ${kind}`
    if (await exists(db, isOtherKind)) errors['parentId'] = ['Escolha uma categoria do mesmo tipo.']
  }
  return errors
}

/** The error of a record that is part of itself, of a part, or has parts while it becomes one: there is one level. */
async function parentProblem(
  db: HookContext['db'],
  { table, id, parentId }: { table: Sql; id: string; parentId: unknown },
): Promise<string | undefined> {
  if (typeof parentId !== 'string') return undefined
  if (parentId === id) return 'Não pode ser parte de si.'
  if (await exists(db, sql`SELECT FROM ${table} WHERE id = ${parentId} AND parent_id IS NOT NULL`))
    return 'Escolha um registo que não seja parte de outro.'
  return (await exists(db, sql`SELECT FROM ${table} WHERE parent_id = ${id}`))
    ? 'Há outros que são parte deste: não pode ser parte de outro.'
    : undefined
}

/** The error of a type of charge that another category receives already, or that an expense would receive. */
async function chargeTypeProblem({
  db,
  id,
  merged,
  settings,
}: HookContext<typeof transactionCategories>): Promise<FieldMessages> {
  const types = merged.chargeTypes ?? []
  if (types.length === 0) return {}
  if (merged.kind !== 'income') return { chargeTypes: ['Só uma categoria de receita recebe pagamentos.'] }
  const [taken] = await many(
    db,
    sql`SELECT c.name, array(SELECT unnest(c.charge_types) INTERSECT SELECT unnest(${types}::text[])) AS types
      FROM transaction_categories c WHERE c.id <> ${id} AND c.charge_types && ${types}::text[] ORDER BY c."order", c.id LIMIT 1`,
    { name: 'text', types: textsOf<ChargeType>() },
  )
  if (!taken) return {}
  const labels = taken.types.map((type) => fillTerms(chargeTypes[type], terminologyIn(settings)))
  return { chargeTypes: [`«${taken.name}» já recebe ${labels.join(', ')}: tire-o primeiro dessa categoria.`] }
}

export const costCenterHooks: Hooks<typeof costCenters> = {
  async validate(context) {
    return { errors: await centerProblems(context) }
  },
  async beforeSave(context) {
    if (!('parentId' in context.values)) return
    await lockTable(context.db, sql`cost_centers`)
    refuse(await centerProblems(context))
  },
  async beforeDelete({ db, record }) {
    const first = await maybeOne(
      db,
      sql`SELECT year FROM cost_center_budgets WHERE cost_center_id = ${record._id} ORDER BY year LIMIT 1`,
      { year: 'integer' },
    )
    if (first) await requireOpen(db, first.year)
  },
}

async function centerProblems({ db, id, merged }: HookContext<typeof costCenters>): Promise<FieldMessages> {
  const problem = await parentProblem(db, { table: sql`cost_centers`, id, parentId: merged.parentId })
  return problem === undefined ? {} : { parentId: [problem] }
}

const lockedWithYear = { year: ['year', 'income', 'expense'] } as const

export const yearTextColumn: ComputedColumn = {
  sql: (alias) => fiscalYearTextSql(sql`${raw(alias)}.year`),
  toJson: toJson.text,
}

export const budgetHooks: Hooks<typeof costCenterBudgets> = {
  async validate(context) {
    const { db, id, merged } = context
    const isTaken = await exists(
      db,
      sql`SELECT FROM cost_center_budgets WHERE cost_center_id = ${merged.costCenterId} AND year = ${merged.year} AND id <> ${id}`,
    )
    return {
      errors: {
        ...closedProblems(context, context.settings, lockedWithYear),
        ...(isTaken && { year: ['Este ano já tem orçamento: altere-o.'] }),
      },
    }
  },
  beforeSave: (context) => rejectClosed(context, lockedWithYear),
  beforeDelete: ({ db, record }) => requireOpen(db, record.year),
}
