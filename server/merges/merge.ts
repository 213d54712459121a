import { allDefinitions } from '@agremia/resources/definitions/index.ts'
import { members } from '@agremia/resources/definitions/members.ts'
import { people } from '@agremia/resources/definitions/people.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { advisoryLocks } from '../database/advisory-locks.ts'
import type { Querying } from '../database/querying.ts'
import { execute, join, many, raiseVersion, raw, sql } from '../database/sql.ts'
import type { Tx } from '../database/transaction.ts'
import { applyExemptions, lockLedger, refreshLedger } from '../dues/index.ts'
import { conflict, invalid } from '../errors.ts'
import { changesBetween, recordAudit } from '../rest/audit.ts'
import type { HookContext, SaveContext, Hooks } from '../rest/modules.ts'
import { planOf } from '../rest/modules.ts'
import { tableNameOf } from '../rest/plan.ts'
import { sealNamed, sealValue } from '../rest/sealed-values.ts'
import { saveRecord } from '../rest/write.ts'
import { refreshSearchTextSql } from '../rest/write-row.ts'
import { endRepeatedCharges, repeatedCharges } from './charges.ts'
import type { ComparedField, Comparison } from './compare.ts'
import { compareRecords } from './compare.ts'
import { keepStricterConsents } from './consents.ts'
import { keepHistories } from './histories.ts'
import { findObstacles } from './obstacles.ts'
import type { Reference } from './references.ts'
import { readReferences } from './references.ts'
import { changesBetweenRows, readTables, snapshot } from './rows.ts'
import type { Subjects } from './subjects.ts'
import { findSubjects, isOnePerson } from './subjects.ts'
import type { Change } from '../rest/change.ts'
import type { merges } from '@agremia/resources/definitions/merges.ts'

/** Creating a merge does it: the row that stays has what every other row was and became. */
export const mergeHooks: Hooks<typeof merges> = {
  async validate({ db, merged }) {
    return { errors: (await findSubjects(db, merged)).errors }
  },
  beforeSave: merge,
}

async function merge(context: SaveContext<typeof merges>): Promise<void> {
  const { db, merged, caller, changes, world, today } = context
  const subjects = await lockSubjects(db, merged)
  const { kept, lost } = subjects
  const obstacles = await findObstacles(context, subjects)
  if (obstacles.length > 0) throw conflict(obstacles.join(' '))
  const comparison = await compareRecords(context, subjects, merged.choices ?? {})
  if (Object.keys(comparison.errors).length > 0) throw invalid(comparison.errors)
  const references = await readReferences(db)
  const scope = {
    references,
    tables: await readTables(db, [...references.map(({ table }) => table), 'people']),
    personIds: [kept.personId, lost.personId],
    memberIds: [...kept.memberIds, ...lost.memberIds],
  }
  const moved = await countMoved(context, subjects, references)
  const before = await snapshot(db, scope)
  if (!isOnePerson(subjects)) await keepStricterConsents(db, subjects, world.clock())
  await keepHistories(db, subjects, { isEarlier: 'admissionDate' in comparison.member })
  await moveRows(db, subjects, references)
  await keepContacts(db, subjects, comparison)
  await endRecords(context, subjects, comparison)
  await giveValues(context, subjects, comparison)
  if (kept.memberId !== null) changes.push(...(await applyExemptions(db, today, kept.memberId)))
  const memberIds = scope.memberIds.filter((id) => id !== lost.memberId)
  await execute(
    db,
    refreshSearchTextSql(members, {
      where: sql`t.id = ANY(${memberIds}::uuid[])`,
      others: sql`${raiseVersion('t')}, `,
    }),
  )
  await refreshLedger(context, memberIds)
  changes.push(...changesOfMove(subjects, moved))
  const keptMemberId = kept.memberId ?? kept.memberIds[0] ?? null
  const { member, person } = await labels(db, kept.personId, keptMemberId)
  const number = comparison.kept.member?.memberNumber
  const formerNumber = [number, comparison.lost.member?.memberNumber].find(
    (one) => one !== undefined && one !== member,
  )
  const values = {
    personId: kept.personId,
    lostPersonId: lost.personId,
    memberId: keptMemberId,
    lostMemberId: lost.memberId,
    name: person,
    memberNumber: member,
    lostName: comparison.lost.person.name,
    formerNumber: formerNumber ?? null,
    createdByName: caller.name,
    comparison: { list: comparison.fields.map((field) => storedField(field, db)) },
    moved: { list: moved.map(({ label, count }) => ({ label, count })) },
  }
  const rowChanges = sealNamed(changesBetweenRows(before, await snapshot(db, scope)), db)
  context.set(values, { row_changes: JSON.stringify(rowChanges) })
  await recordMerge(context, subjects, comparison)
}

/** A compared field as it is stored: values of encrypted fields encrypted. */
function storedField({ name, label, kept, lost, side, isSealed }: ComparedField, db: Tx) {
  const stored = (text: string) => (isSealed ? sealValue(text, db) : text)
  return { name, label, kept: stored(kept), lost: stored(lost), side }
}

/** Locks both people, their memberships and ledgers, each in the order of ids, to avoid deadlocks. Throws 422 when one is gone. */
async function lockSubjects(db: Tx, input: HookContext<typeof merges>['merged']): Promise<Subjects> {
  await execute(db, sql`SELECT pg_advisory_xact_lock_shared(${advisoryLocks.meanings})`)
  await execute(db, sql`SELECT pg_advisory_xact_lock(${advisoryLocks.numbering})`)
  const ids = sql`ARRAY[${input.personId}, ${input.lostPersonId}]::uuid[]`
  await execute(db, sql`SELECT FROM people WHERE id = ANY(${ids}) ORDER BY id FOR UPDATE`)
  await execute(db, sql`SELECT FROM members WHERE person_id = ANY(${ids}) ORDER BY id FOR UPDATE`)
  const { subjects, errors } = await findSubjects(db, input)
  if (!subjects || Object.keys(errors).length > 0) throw invalid(errors)
  await lockLedger(db, [...subjects.kept.memberIds, ...subjects.lost.memberIds])
  return subjects
}

/** Rows of a table that move, with the label of its resource. */
export interface Moved {
  table: string
  label: string
  count: number
}

const labelOf = (table: string) =>
  allDefinitions.find((definition) => definition.kind !== 'computed' && tableNameOf(definition) === table)

/** The ids of the records on each side, by the table that is referred to; null when nothing of it moves. */
function sidesOf(subjects: Subjects, parent: Reference['parent']): { from: string; to: string } | null {
  const { kept, lost } = subjects
  if (parent === 'people') return isOnePerson(subjects) ? null : { from: lost.personId, to: kept.personId }
  return lost.memberId === null || kept.memberId === null ? null : { from: lost.memberId, to: kept.memberId }
}

/** Counts the rows that move, by resource; without those that only follow. */
export async function countMoved(
  { db, world }: { db: Querying; world: HookContext<typeof merges>['world'] },
  subjects: Subjects,
  references: readonly Reference[],
): Promise<Moved[]> {
  const moving = references.filter(
    ({ table, rule, parent }) => rule === 'moves' && sidesOf(subjects, parent) && labelOf(table),
  )
  const parts = [...Map.groupBy(moving, ({ table }) => table)].map(([table, own]) => {
    const conditions = own.map(
      ({ column, parent }) => sql`t.${raw(column)} = ${sidesOf(subjects, parent)?.from}::uuid`,
    )
    const isFused =
      table === 'members' ? sql` AND t.id IS DISTINCT FROM ${subjects.lost.memberId}::uuid` : sql``
    return sql`SELECT ${table}::text AS "table", count(*)::integer AS count FROM ${raw(table)} t WHERE (${join(conditions, ' OR ')})${isFused}`
  })
  if (parts.length === 0) return []
  const rows = await many(db, join(parts, ' UNION ALL '), { table: 'text', count: 'integer' })
  const terminology = await world.organisation.terminology()
  return rows
    .filter(
      ({ count, table }) =>
        count > 0 && !['member_states', 'member_quota_terms', 'member_exemptions'].includes(table),
    )
    .map(({ table, count }) => ({
      table,
      count,
      label: fillTerms(labelOf(table)?.label.many ?? table, terminology),
    }))
}

/** Moves everything that refers to the merged records, after what would collide with rows of the record that stays. */
async function moveRows(db: Tx, subjects: Subjects, references: readonly Reference[]): Promise<void> {
  const { kept, lost } = subjects
  if (!isOnePerson(subjects)) {
    // Whom somebody told apart from the merged person is told apart from the one that stays.
    await execute(
      db,
      sql`INSERT INTO duplicates AS d (person_id, other_person_id, name, other_name, reasons, strength, state, search_text)
          SELECT least(p.id, o.id), greatest(p.id, o.id), CASE WHEN p.id < o.id THEN p.name ELSE o.name END, CASE WHEN p.id < o.id THEN o.name ELSE p.name END,
            t.reasons, t.strength, t.state, t.search_text
          FROM duplicates t JOIN people p ON p.id = ${kept.personId}
            JOIN people o ON o.id IN (t.person_id, t.other_person_id) AND o.id NOT IN (${kept.personId}, ${lost.personId})
          WHERE ${lost.personId}::uuid IN (t.person_id, t.other_person_id) AND t.state = 'dismissed'
          ON CONFLICT (person_id, other_person_id) DO UPDATE SET state = 'dismissed', ${raiseVersion('d')}`,
    )
    await execute(
      db,
      sql`DELETE FROM contacts t WHERE t.person_id = ${lost.personId} AND EXISTS (
            SELECT FROM contacts k WHERE k.person_id = ${kept.personId} AND k.type = t.type AND lower(k.value) = lower(t.value))`,
    )
    await execute(
      db,
      sql`UPDATE contacts t SET preferred = false, ${raiseVersion()} WHERE t.person_id = ${lost.personId} AND t.preferred AND EXISTS (
            SELECT FROM contacts k WHERE k.person_id = ${kept.personId} AND k.type = t.type AND k.preferred)`,
    )
    // A batch has one message to a person about each thing: that to the merged person is about that person.
    await execute(
      db,
      sql`UPDATE messages t SET about_resource = 'people', about_id = ${lost.personId}::text, ${raiseVersion()}
          WHERE t.person_id = ${lost.personId} AND t.batch_id IS NOT NULL AND EXISTS (
            SELECT FROM messages k WHERE k.person_id = ${kept.personId} AND k.batch_id = t.batch_id AND k.about_id IS NOT DISTINCT FROM t.about_id)`,
    )
  }
  if (kept.memberId !== null && lost.memberId !== null) {
    await endRepeatedCharges(db, await repeatedCharges(db, subjects))
    await execute(
      db,
      sql`DELETE FROM message_batch_people t WHERE t.member_id = ${lost.memberId} AND EXISTS (
            SELECT FROM message_batch_people k WHERE k.batch_id = t.batch_id AND k.member_id = ${kept.memberId})`,
    )
    await execute(
      db,
      sql`UPDATE membership_cards SET issue = issue + (SELECT max(issue) FROM membership_cards WHERE member_id IN (${kept.memberId}, ${lost.memberId})), ${raiseVersion()}
          WHERE member_id = ${lost.memberId} AND EXISTS (SELECT FROM membership_cards WHERE member_id = ${kept.memberId})`,
    )
  }
  for (const { table, column, parent, rule, hasVersion } of references) {
    const sides = sidesOf(subjects, parent)
    if (!sides || rule === 'computed') continue
    const isReferring = sql`${raw(`"${column}"`)} = ${sides.from}::uuid`
    if (rule === 'ends') await execute(db, sql`DELETE FROM ${raw(table)} WHERE ${isReferring}`)
    else
      await execute(
        db,
        sql`UPDATE ${raw(table)} SET ${raw(`"${column}"`)} = ${sides.to}::uuid${hasVersion ? sql`, ${raiseVersion()}` : sql``} WHERE ${isReferring}`,
      )
  }
}

/** Main contacts that give way to others stay as further ones. */
async function keepContacts(db: Tx, subjects: Subjects, { kept, lost, person }: Comparison): Promise<void> {
  if (isOnePerson(subjects)) return
  const given = { ...kept.person, ...person }
  const addressOf = (record: Record<string, unknown>) =>
    record.address
      ? [record.address, [record.postalCode, record.city].filter(Boolean).join(' ')]
          .filter(Boolean)
          .join(', ')
      : null
  const former = [kept.person, lost.person].flatMap((record) => [
    ...(['mobile', 'phone', 'email'] as const).map((type) => ({ type, value: record[type] })),
    { type: 'address', value: addressOf(record) },
  ])
  const main = new Set([given['mobile'], given['phone'], given['email'], addressOf(given)])
  const contacts = former.filter(({ value }) => value && !main.has(value))
  if (contacts.length === 0) return
  await execute(
    db,
    sql`INSERT INTO contacts (id, person_id, type, value, notes, search_text)
        SELECT new_id(), ${subjects.kept.personId}, x.type, left(x.value, 200), 'De antes da fusão das fichas.', ' ' || fold_text(x.value)
        FROM (SELECT DISTINCT type, value FROM jsonb_to_recordset(${JSON.stringify(contacts)}) AS x (type text, value text)) x
        WHERE NOT EXISTS (SELECT FROM contacts k WHERE k.person_id = ${subjects.kept.personId} AND k.type = x.type AND lower(k.value) = lower(x.value))`,
  )
}

/** Deletes the merged records; their values are in the history, and in `row_changes`. */
async function endRecords(
  context: HookContext<typeof merges>,
  subjects: Subjects,
  { lost: sides, takesPhoto }: Comparison,
): Promise<void> {
  const { db, world } = context
  const { kept, lost } = subjects
  if (lost.memberId !== null) {
    await execute(db, sql`DELETE FROM members WHERE id = ${lost.memberId}`)
    const changes = changesBetween(planOf(world, members.name), sides.member ?? null, null)
    await recordAudit(context, [{ resource: 'members', id: lost.memberId, action: 'mergedAway', changes }])
  }
  if (isOnePerson(subjects)) return
  if (takesPhoto)
    await execute(
      db,
      sql`UPDATE people SET photo_id = (SELECT photo_id FROM people WHERE id = ${lost.personId}), ${raiseVersion()} WHERE id = ${kept.personId}`,
    )
  await execute(db, sql`DELETE FROM people WHERE id = ${lost.personId}`)
  const changes = changesBetween(planOf(world, people.name), sides.person, null)
  await recordAudit(context, [{ resource: 'people', id: lost.personId, action: 'mergedAway', changes }])
}

/** Writes the chosen values by the rules of any save. */
async function giveValues(
  context: HookContext<typeof merges>,
  { kept }: Subjects,
  { person, member }: Comparison,
): Promise<void> {
  const { world } = context
  if (Object.keys(person).length > 0)
    await saveRecord(context, planOf(world, people.name), {
      id: kept.personId,
      input: person,
      mode: 'modify',
    })
  if (kept.memberId !== null && Object.keys(member).length > 0)
    await saveRecord(context, planOf(world, members.name), {
      id: kept.memberId,
      input: member,
      mode: 'modify',
    })
}

async function labels(
  db: Tx,
  personId: string,
  memberId: string | null,
): Promise<{ person: string; member: number | null }> {
  const [row] = await many(
    db,
    sql`SELECT p.name AS person, m.member_number AS member FROM people p LEFT JOIN members m ON m.id = ${memberId}::uuid WHERE p.id = ${personId}`,
    { person: 'text', member: 'integer?' },
  )
  if (!row) throw new Error('the person that stays is gone')
  return row
}

function changesOfMove({ kept, lost }: Subjects, moved: readonly Moved[]): Change[] {
  const written = (resource: string, id: string): Change => ({ resource, action: 'updated', id, version: 0 })
  const deleted = (resource: string, id: string): Change => ({
    resource,
    action: 'deleted',
    id,
    version: 0,
    owner: lost.personId,
  })
  return [
    written('people', kept.personId),
    ...kept.memberIds.map((id) => written('members', id)),
    ...(lost.personId === kept.personId ? [] : [deleted('people', lost.personId)]),
    ...(lost.memberId === null ? [] : [deleted('members', lost.memberId)]),
    ...moved.flatMap(({ table }) => {
      const definition = labelOf(table)
      return definition ? [written(definition.name, '')] : []
    }),
  ]
}

async function recordMerge(
  context: HookContext<typeof merges>,
  { kept }: Subjects,
  { lost }: Comparison,
): Promise<void> {
  const changes = [{ field: 'Ficha fundida', from: null, to: String(lost.person['name']) }]
  const number = lost.member?.['memberNumber']
  await recordAudit(context, [
    { resource: 'people', id: kept.personId, action: 'merge', changes },
    ...(kept.memberId === null
      ? []
      : [
          {
            resource: 'members',
            id: kept.memberId,
            action: 'merge',
            changes: [
              ...changes,
              ...(number === undefined
                ? []
                : [{ field: 'N.º da ficha fundida', from: null, to: String(number) }]),
            ],
          },
        ]),
  ])
}
