import { isId } from '@agremia/resources/coerce.ts'
import { memberCategories } from '@agremia/resources/definitions/member-categories.ts'
import { memberStateNames, memberStates } from '@agremia/resources/definitions/member-states.ts'
import { members } from '@agremia/resources/definitions/members.ts'
import type { Sql } from '../database/sql.ts'
import { exists, many, one, sql } from '../database/sql.ts'
import type { Tx } from '../database/transaction.ts'
import {
  admissionWarnings,
  applyDueTerms,
  applyExemptions,
  beginExemption,
  exemptionProblems,
  categoryAmounts,
  chargesBefore,
  followSave,
  beforeRules,
  followRuleChange,
  keepFormerRules,
  type Prepared,
  memberAmount,
  refreshMembers,
  refundCredit,
  rulesWarnings,
  useCredit,
} from '../dues/index.ts'
import { admissionObstacles } from '../deceased.ts'
import { conflict } from '../errors.ts'
import { mergedMembers } from '../merged.ts'
import { cancelMessagesIfSilenced, personProblems, personWarnings } from '../people/index.ts'
import { anonymise, protect, restrict, unprotect, unrestrict } from '../privacy/index.ts'
import type { Area, HookContext, Hooks } from '../rest/modules.ts'
import { publish, resourceModule } from '../rest/modules.ts'
import type { ComputedColumn } from '../rest/plan.ts'
import { changePreviewRoute, changeState } from './change-state.ts'
import { removeState, stateCorrectionRoute, stateHooks } from './state-corrections.ts'
import {
  admissionProblems,
  applyDueStates,
  insertState,
  lockRulesExclusive,
  lockRulesShared,
  moveFirstState,
  openFirstState,
  admissionColumn,
  lastDayColumn,
  stateCategoryColumn,
  statePlanColumn,
  readmissionColumn,
} from './states.ts'
import { lockNumbering, numberProblems, numberingRoutes, readNextNumber } from './numbering.ts'
import { categoryProblems, promoteByAge } from './categories.ts'
import { timelineRoutes } from './timeline.ts'
import type { Change } from '../rest/change.ts'
import type { FieldMessages } from '../errors.ts'

export { categoryProblems } from './categories.ts'
export { nextMemberNumbers } from './numbering.ts'
export { seedMemberLists } from './seeds.ts'
export { admissionColumn, lastDayColumn, lockRulesShared } from './states.ts'

const stateNameHooks: Hooks<typeof memberStateNames, Awaited<ReturnType<typeof beforeRules>>> = {
  validate: async (context) => ({
    errors: deathProblems(context.merged),
    warnings: await rulesWarnings(context),
  }),
  async beforeDelete({ record }) {
    if (record.system === true)
      throw conflict('Este estado é usado pelo programa: pode mudar-lhe o nome ou deixar de o usar.')
  },
  async beforeSave(context) {
    const { db, id, before, values } = context
    if (!before || !('marksEnd' in values)) return beforeRules(context)
    await lockRulesExclusive(db)
    if (await exists(db, sql`SELECT FROM members WHERE current_state_id = ${id} LIMIT 1`))
      throw conflict('Este estado está a ser usado: não pode passar a marcar, ou deixar de marcar, o fim.')
    return beforeRules(context)
  },
  async afterSave(context, charged) {
    await keepFormerRules(context)
    await refreshCharged(context)
    await followRuleChange(context, charged, context.values.charges)
  },
}

const categoryHooks: Hooks<typeof memberCategories, Prepared> = {
  ...categoryAmounts,
  validate: async (context) => {
    const { merged, id } = context
    const { warnings, ...found } = await categoryAmounts.validate(context)
    const errors: FieldMessages = { ...found.errors }
    const { minAge, maxAge } = merged
    if (minAge != null && maxAge != null && minAge > maxAge)
      errors['maxAge'] = ['É menor do que a idade mínima.']
    if (merged.autoPromoteToId === id) errors['autoPromoteToId'] = ['Escolha outra categoria.']
    return { errors, warnings }
  },
  async afterSave(context, prepared) {
    await categoryAmounts.afterSave(context, prepared)
    await refreshPayers(context)
  },
}

export const membersArea = (documentUrl: ComputedColumn): Area => ({
  daily: updateForDay,
  async routes(app, world) {
    numberingRoutes(app, world)
    changePreviewRoute(app, world)
    stateCorrectionRoute(app, world)
    timelineRoutes(app, world)
  },
  onRestored: async ({ db, rows }) => {
    if (rows.some(({ table }) => table === 'members')) await lockRulesShared(db)
  },
  resources: [
    resourceModule({
      definition: members,
      hooks: {
        validate: async (context) => ({
          errors: {
            ...personProblems(context),
            ...(await categoryProblems(context)),
            ...(await admissionProblems(context)),
            ...(await numberProblems(context)),
            ...(await readmissionProblems(context)),
            ...(await memberAmount.problems(context)),
            ...(await exemptionProblems(context)),
          },
          warnings: async () => ({ ...personWarnings(context), ...(await admissionWarnings(context)) }),
        }),
        async beforeSave(context) {
          const { db, before, values, merged } = context
          if (!before || decidesAmount(values)) await lockRulesShared(db)
          await memberAmount.convert(context)
          const expected = await chargesBefore(context)
          await moveFirstState(context)
          beginExemption(context)
          if (before && !('memberNumber' in values)) return expected
          await lockNumbering(context)
          if (before) return expected
          if (merged.memberNumber == null) context.set({ memberNumber: await readNextNumber(context) })
          await openFirstState(context)
          return undefined
        },
        async afterSave(context, prepared) {
          const expected = prepared as Awaited<ReturnType<typeof chargesBefore>>
          if (!context.before) {
            await writeFirstState(context)
            // Before the admission is charged: a later period is charged by the category of its day.
            if (!context.isOfThePast && context.merged.admissionDate < context.today)
              context.changes.push(...(await promoteByAge(context.db, context.today, context.id)))
          }
          await cancelMessagesIfSilenced(context)
          const isWritten = (await publish(context.world, 'memberSaved', context)).includes(true)
          if (expected) await followSave(context, expected)
          return context.before && !isWritten && !expected ? 'unchanged' : undefined
        },
        async beforeDelete({ db, record }) {
          const { count } = await one(
            db,
            sql`SELECT count(*)::int AS count FROM member_states WHERE member_id = ${record._id}`,
            { count: 'integer' },
          )
          if (count > 1) {
            throw conflict(`Tem mudanças de estado, que ficam na história. ${members.insteadOfDeleting}`)
          }
        },
      },
      actions: { anonymise, changeState, protect, refundCredit, restrict, unprotect, unrestrict, useCredit },
      succession: mergedMembers,
    }),
    resourceModule({
      definition: memberStates,
      hooks: stateHooks,
      actions: { remove: removeState },
      computed: {
        documentUrl,
        lastDay: lastDayColumn,
        categoryId: stateCategoryColumn,
        quotaPlanId: statePlanColumn,
        admission: admissionColumn,
        readmission: readmissionColumn,
      },
    }),
    resourceModule({
      definition: memberStateNames,
      hooks: stateNameHooks,
    }),
    resourceModule({
      definition: memberCategories,
      hooks: categoryHooks,
    }),
  ],
})

/** Daily work: applies changes of state, category and amount whose day has come and promotions by age, and updates the quotas of changed members. */
async function updateForDay(db: Tx, today: string): Promise<Change[]> {
  await lockRulesShared(db)
  const changed = [
    ...(await applyDueStates(db, today)),
    ...(await applyDueTerms(db, today)),
    ...(await applyExemptions(db, today)),
    ...(await promoteByAge(db, today)),
  ]
  const memberIds = changed.map(({ id }) => id)
  return [...changed, ...(await refreshMembers(db, today, memberIds))]
}

const refreshPayers = refreshWhen('paysQuota', sql`member_quota_terms`, sql`category_id`)
const refreshCharged = refreshWhen('chargesQuota', sql`member_states`, sql`state_name_id`)

/** Whether the values decide by which rule, or how much, the member pays. */
function decidesAmount(values: HookContext<typeof members>['values']): boolean {
  return ['categoryId', 'quotaPlanId', 'customQuota'].some((name) => name in values)
}

/** A hook that recomputes the balances of all members who have or had this state or category when its `field`, or its day, changes. */
function refreshWhen(
  field: 'chargesQuota' | 'paysQuota',
  history: Sql,
  column: Sql,
): (context: HookContext) => Promise<void> {
  return async ({ db, today, id, before, values, changes }) => {
    if (!before || !(field in values || 'since' in values)) return
    await lockRulesExclusive(db)
    const rows = await many(
      db,
      sql`SELECT DISTINCT member_id AS id FROM ${history} WHERE ${column} = ${id}`,
      {
        id: 'uuid',
      },
    )
    const memberIds = rows.map((row) => row.id)
    changes.push(...(await refreshMembers(db, today, memberIds)))
  }
}

/** A new membership of a stored person requires that the person is alive. */
async function readmissionProblems({
  db,
  before,
  merged,
}: HookContext<typeof members>): Promise<FieldMessages> {
  const { personId } = merged
  return before || !isId(personId) ? {} : admissionObstacles(db, personId)
}

/** A state that marks a death must mark the end too. */
function deathProblems({
  marksDeath,
  marksEnd,
}: HookContext<typeof memberStateNames>['merged']): FieldMessages {
  return marksDeath === true && marksEnd !== true
    ? { marksDeath: ['Quem faleceu deixou de pertencer: marque também o fim.'] }
    : {}
}

async function writeFirstState({
  db,
  id,
  merged,
  values,
  caller,
  changes,
}: HookContext<typeof members>): Promise<void> {
  const stateId = await insertState(db, {
    memberId: id,
    personId: String(merged.personId),
    stateNameId: String(values.currentStateId),
    startDate: String(merged.admissionDate),
    by: caller.name,
  })
  changes.push({ resource: 'memberStates', action: 'created', id: stateId, version: 1 })
}
