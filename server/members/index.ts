import { memberCategories } from '@agremia/resources/definitions/member-categories.ts'
import { memberStateNames, memberStates } from '@agremia/resources/definitions/member-states.ts'
import { members } from '@agremia/resources/definitions/members.ts'
import { ageAt } from '@agremia/resources/rules/dates.ts'
import { exists, many, maybeOne, one, raw, sql } from '../database/sql.ts'
import type { Tx } from '../database/transaction.ts'
import { refreshMembers, useCredit } from '../dues/index.ts'
import { conflict } from '../errors.ts'
import { personProblems, personWarnings, tellSilence } from '../people/index.ts'
import type { Change } from '../rest/changes.ts'
import type { Area, FieldMessages, WriteContext } from '../rest/modules.ts'
import { publish, resourceModule } from '../rest/modules.ts'
import type { ComputedColumn } from '../rest/plan.ts'
import { changeState } from './change-state.ts'
import { documentRoutes, sweepDocuments } from './documents.ts'
import { foreseeChangeRoute } from './foresee-change.ts'
import { changeMeaning, giveMeaning } from './meanings.ts'
import { nextMemberNumber, numberingRoutes, numberProblems } from './numbering.ts'
import { promoteByAge } from './promote.ts'
import { timelineRoutes } from './timeline.ts'
import { admissionProblems, applyDueStates, insertState, moveFirstState, openFirstState } from './states.ts'

export { seedMemberLists } from './seeds.ts'

export const membersArea = (documentUrl: ComputedColumn): Area => ({
  daily: passDay,
  async routes(app, engine) {
    numberingRoutes(app, engine)
    foreseeChangeRoute(app, engine)
    timelineRoutes(app, engine)
    await app.register((scope) => documentRoutes(scope, engine))
  },
  onRestored: async ({ db, rows }) => {
    if (rows.some(({ table }) => table === 'members')) await giveMeaning(db)
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
          },
          warnings: personWarnings(context),
        }),
        async beforeSave(context) {
          const { db, before, values, merged } = context
          if (!before || 'categoryId' in values) await giveMeaning(db)
          await moveFirstState(context)
          if (before && !('memberNumber' in values)) return
          const next = await nextMemberNumber(context)
          if (before) return
          merged['memberNumber'] = values['memberNumber'] ??= next
          await openFirstState(context)
        },
        async afterSave(context) {
          if (!context.before) await writeFirstState(context)
          await tellSilence(context)
          const hasWritten = (await publish(context.engine, 'memberSaved', context)).includes(true)
          return context.before && !hasWritten ? 'unchanged' : undefined
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
      actions: { changeState, useCredit },
    }),
    resourceModule({ definition: memberStates, computed: { documentUrl } }),
    resourceModule({
      definition: memberStateNames,
      hooks: {
        validate: async ({ merged }) => ({
          errors: deathProblems(merged),
        }),
        async beforeDelete({ record }) {
          if (record['system'] === true)
            throw conflict('Este estado é usado pelo programa: pode mudar-lhe o nome ou deixar de o usar.')
        },
        async beforeSave({ db, id, before, values }) {
          if (!before || !('marksEnd' in values)) return
          await changeMeaning(db)
          if (await exists(db, sql`SELECT FROM members WHERE current_state_id = ${id} LIMIT 1`))
            throw conflict(
              'Este estado está a ser usado: não pode passar a marcar, ou deixar de marcar, o fim.',
            )
        },
        afterSave: refreshWhen('chargesQuota', 'current_state_id'),
      },
    }),
    resourceModule({
      definition: memberCategories,
      hooks: {
        validate: async ({ merged, id }) => {
          const errors: FieldMessages = {}
          const { minAge, maxAge } = merged as { minAge?: number | null; maxAge?: number | null }
          if (minAge != null && maxAge != null && minAge > maxAge)
            errors['maxAge'] = ['É menor do que a idade mínima.']
          if (merged['autoPromoteToId'] === id) errors['autoPromoteToId'] = ['Escolha outra categoria.']
          return { errors }
        },
        afterSave: refreshWhen('paysQuota', 'category_id'),
      },
    }),
  ],
})

/** Changes dated ahead and the ages of people bring other states and categories, and with them other quotas. */
async function passDay(db: Tx, today: string): Promise<Change[]> {
  await sweepDocuments(db, today)
  await giveMeaning(db)
  const changed = [...(await applyDueStates(db, today)), ...(await promoteByAge(db, today))]
  const memberIds = changed.map(({ id }) => id)
  return [...changed, ...(await refreshMembers(db, today, memberIds))]
}

/** After a change of what a state or a category says of quotas (`field`): what is kept of the members that have it. */
function refreshWhen(
  field: 'chargesQuota' | 'paysQuota',
  column: 'current_state_id' | 'category_id',
): (context: WriteContext) => Promise<void> {
  return async ({ db, today, id, before, values, changes }) => {
    if (!before || !(field in values)) return
    await changeMeaning(db)
    const rows = await many(db, sql`SELECT id FROM members WHERE ${raw(column)} = ${id}`, { id: 'uuid' })
    const memberIds = rows.map((row) => row.id)
    changes.push(...(await refreshMembers(db, today, memberIds)))
  }
}

/** Whoever died has left. */
function deathProblems({ marksDeath, marksEnd }: WriteContext['merged']): FieldMessages {
  return marksDeath === true && marksEnd !== true
    ? { marksDeath: ['Quem faleceu deixou de pertencer: marque também o fim.'] }
    : {}
}

/** The category admits this person: age and kind. Judged only when something it depends on changes. */
export async function categoryProblems({
  db,
  before,
  values,
  merged,
  today,
}: Pick<WriteContext, 'db' | 'before' | 'values' | 'merged' | 'today'>): Promise<FieldMessages> {
  if (before && !['categoryId', 'birthDate', 'kind'].some((name) => name in values)) return {}
  if (typeof merged['categoryId'] !== 'string') return {}
  const category = await maybeOne(
    db,
    sql`SELECT name, min_age, max_age, allows_collective FROM member_categories WHERE id = ${merged['categoryId']}`,
    { name: 'text', min_age: 'integer?', max_age: 'integer?', allows_collective: 'boolean' },
  )
  if (!category) return {}
  if (merged['kind'] === 'legal') {
    if (category.allows_collective) return {}
    return { categoryId: [`A categoria «${category.name}» não admite pessoas coletivas.`] }
  }
  if (typeof merged['birthDate'] !== 'string') return {}
  const age = ageAt(merged['birthDate'], today)
  if (category.min_age !== null && age < category.min_age)
    return { categoryId: [`«${category.name}» é a partir dos ${category.min_age} anos.`] }
  if (category.max_age !== null && age > category.max_age)
    return { categoryId: [`«${category.name}» é até aos ${category.max_age} anos.`] }
  return {}
}

async function writeFirstState({ db, id, merged, values, caller, changes }: WriteContext): Promise<void> {
  const stateId = await insertState(db, {
    memberId: id,
    personId: String(merged['personId']),
    stateNameId: String(values['currentStateId']),
    startDate: String(merged['admissionDate']),
    by: caller.name,
  })
  changes.push({ resource: 'memberStates', action: 'created', id: stateId, version: 1 })
}
