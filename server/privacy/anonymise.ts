import { foldText } from '@agremia/resources/rules/fold.ts'
import { allDefinitions } from '@agremia/resources/definitions/index.ts'
import { members } from '@agremia/resources/definitions/members.ts'
import { people } from '@agremia/resources/definitions/people.ts'
import { capitalise } from '@agremia/resources/letter-case.ts'
import { advisoryLocks } from '../database/advisory-locks.ts'
import type { Sql } from '../database/sql.ts'
import { execute, exists, join, many, one, raiseVersion, raw, sql } from '../database/sql.ts'
import type { Tx } from '../database/transaction.ts'
import { allowLongStatements } from '../database/transaction.ts'
import { lockLedger } from '../dues/index.ts'
import { conflict, invalid } from '../errors.ts'
import { discardFiles } from '../files/index.ts'
import { recordAudit } from '../rest/audit.ts'
import type { ActionCall, Context } from '../rest/modules.ts'
import { tableNameOf } from '../rest/plan.ts'
import { refreshSearchTextSql } from '../rest/write-row.ts'
import { fiscalUntil, storeFiscalIdentity } from './fiscal-identity.ts'
import { findObstacles } from './obstacles.ts'
import { findValues } from './personal-data.ts'
import type { Patterns } from './personal-values.ts'
import { patternsOf } from './personal-values.ts'
import type { Subject } from './places.ts'
import { columnsIn, places } from './places.ts'
import type { Change } from '../rest/change.ts'

/** What stands for a value that is no name. */
const erased = '(anonimizado)'
/** What a person types before the data are erased. */
export const confirmationWord = 'anonimizar'

/** Throws 422 unless the person typed the word of confirmation. */
export function rejectUnconfirmed(confirmation: unknown): void {
  if (foldText(String(confirmation)) !== confirmationWord)
    throw invalid({ confirmation: [`Escreva «${confirmationWord}» para confirmar.`] })
}

/**
 * Erases what identifies the person of a member or of `people`, in every table and file. Cannot be undone. What the fiscal law requires is kept
 * encrypted (`fiscal-identity.ts`). Throws 422 when the confirmation is wrong, 409 with all reasons while something stands in the way.
 */
export async function anonymise(call: ActionCall): Promise<undefined> {
  const { db, record, input, world, changes } = call
  rejectUnconfirmed(input.confirmation)
  const personId = String(record.personId ?? record._id)
  await execute(db, sql`SELECT pg_advisory_xact_lock(${advisoryLocks.anonymisation})`)
  await allowLongStatements(db)
  const subject = await lockSubject(call, personId)
  const obstacles = await findObstacles(call, subject)
  if (obstacles.length > 0) throw conflict(obstacles.join(' '))
  await storeFiscalIdentity(call, subject)
  const { all, unique } = await findValues(db, subject)
  const files = await filesOf(db, subject)
  const userIds = await many(db, sql`SELECT id FROM users WHERE person_id = ${personId}`, { id: 'uuid' })
  await clearRows(db, subject)
  await deleteRows(db, subject)
  await discardFiles(db, [...files, ...(await releaseImportFiles(db))])
  const written = await replaceMentions(db, subject, {
    all: patternsOf(all, db.sealedForms),
    unique: patternsOf(unique, db.sealedForms),
  })
  await execute(
    db,
    sql`UPDATE people SET anonymised_at = ${world.clock()}, ${raiseVersion()} WHERE id = ${personId}`,
  )
  const where = sql`t.id = ANY(${[personId, ...subject.memberIds]}::uuid[])`
  for (const definition of [people, members])
    await execute(db, refreshSearchTextSql(definition, { where, others: sql`${raiseVersion('t')}, ` }))
  await recordAudit(
    call,
    [
      { resource: 'people', id: personId },
      ...subject.memberIds.map((id) => ({ resource: 'members', id })),
    ].map((one) => ({ ...one, action: 'anonymise', changes: [] })),
  )
  changes.push(
    { resource: 'people', action: 'updated', id: personId, version: 0 },
    ...subject.memberIds.map((id): Change => ({
      resource: 'members',
      action: 'updated',
      id,
      version: record._version + 1,
    })),
    ...userIds.map(({ id }): Change => ({ resource: 'users', action: 'deleted', id, version: 0, owner: id })),
    ...written.map((resource): Change => ({ resource, action: 'updated', id: '', version: 0 })),
  )
  return undefined
}

/** Locks the person, the memberships and their ledgers. */
export async function lockSubject(
  { db, world }: Pick<Context, 'db' | 'world'>,
  personId: string,
): Promise<Subject> {
  await execute(db, sql`SELECT FROM people WHERE id = ${personId} FOR UPDATE`)
  const rows = await many(
    db,
    sql`SELECT id, member_number AS number FROM members WHERE person_id = ${personId} ORDER BY admission_date DESC, id FOR NO KEY UPDATE`,
    { id: 'uuid', number: 'integer' },
  )
  const { memberSingular } = await world.organisation.terminology()
  const [latest] = rows
  const memberIds = rows.map(({ id }) => id)
  // Nobody charges, pays or collects meanwhile.
  if (memberIds.length > 0) await lockLedger(db, memberIds)
  return {
    personId,
    memberIds,
    pseudonym: latest ? `${capitalise(memberSingular)} n.º ${latest.number} ${erased}` : `Pessoa ${erased}`,
  }
}

/** Files that are of the person alone, and print batches with a card of the person. */
async function filesOf(db: Tx, { personId, memberIds }: Subject): Promise<string[]> {
  const members = sql`${memberIds}::uuid[]`
  const rows = await many(
    db,
    sql`SELECT photo_id AS id FROM people WHERE id = ${personId} AND photo_id IS NOT NULL
        UNION SELECT (c -> 'from' ->> 'photo_id')::uuid FROM merges g, jsonb_array_elements(g.row_changes) c
          WHERE g.person_id = ${personId} AND c ->> 'table' = 'people' AND c -> 'from' ->> 'photo_id' IS NOT NULL
        UNION SELECT photo_id FROM member_applications WHERE photo_id IS NOT NULL AND (person_id = ${personId} OR member_id = ANY(${members}))
        UNION SELECT id FROM record_files WHERE member_id = ANY(${members}) AND treasury_doc_id IS NULL
        UNION SELECT k.file_id FROM data_packages k JOIN data_requests r ON r.id = k.data_request_id WHERE k.file_id IS NOT NULL AND r.member_id = ANY(${members})
        UNION SELECT file_id FROM print_batches WHERE file_id IS NOT NULL AND card_ids && ARRAY(SELECT id FROM membership_cards WHERE member_id = ANY(${members}))`,
    { id: 'uuid' },
  )
  return rows.map(({ id }) => id)
}

/** Returns the files of all imports, any of which may name the person; their rows stay. */
async function releaseImportFiles(db: Tx): Promise<string[]> {
  const rows = await many(
    db,
    sql`WITH known AS (SELECT id, file_id FROM imports WHERE file_id IS NOT NULL FOR NO KEY UPDATE)
        UPDATE imports i SET file_id = NULL, ${raiseVersion('i')} FROM known WHERE i.id = known.id RETURNING known.file_id AS id`,
    { id: 'uuid' },
  )
  return rows.map(({ id }) => id)
}

async function clearRows(db: Tx, subject: Subject): Promise<void> {
  for (const [table, { about, emptied, cleared = () => ({}) }] of Object.entries(places)) {
    const values = {
      ...Object.fromEntries(columnsIn(emptied).map((column) => [column, sql`NULL`])),
      ...cleared(subject),
    }
    const set = Object.entries(values).map(([column, value]) => sql`${raw(`"${column}"`)} = ${value}`)
    if (!about || set.length === 0) continue
    await execute(db, sql`UPDATE ${raw(table)} t SET ${join(set, ', ')} WHERE ${about(subject)}`)
  }
}

async function deleteRows(db: Tx, subject: Subject): Promise<void> {
  for (const [table, { about, isDeleted }] of Object.entries(places))
    if (about && isDeleted) await execute(db, sql`DELETE FROM ${raw(table)} t WHERE ${about(subject)}`)
}

/** Replaces the person's values in all texts. Returns the resources of which records changed. */
async function replaceMentions(
  db: Tx,
  subject: Subject,
  patterns: { all: Patterns; unique: Patterns },
): Promise<string[]> {
  const written: string[] = []
  const columns = await textColumns(db)
  for (const [table, { about, mentions, dropped }] of Object.entries(places)) {
    const known = columns.get(table)
    if (!known) continue
    for (const column of columnsIn(dropped))
      if (patterns.unique.names ?? patterns.unique.codes)
        await execute(db, sql`DELETE FROM ${raw(table)} t WHERE ${matches(known, column, patterns.unique)}`)
    const names = [...columnsIn(mentions), ...(known.has('search_text') ? ['search_text'] : [])]
    if (names.length === 0) continue
    const passes: [Patterns, Sql][] = [[patterns.unique, sql`true`]]
    if (about) passes.push([patterns.all, about(subject)])
    for (const [found, where] of passes) {
      if (found.names === null && found.codes === null) continue
      const set = names.map(
        (name) => sql`${raw(`"${name}"`)} = ${replaced(known, name, found, subject.pseudonym)}`,
      )
      if (known.has('version')) set.push(sql`version = t.version + 1, updated_at = now()`)
      const hit = join(
        names.map((name) => matches(known, name, found)),
        ' OR ',
      )
      const isWritten = await exists(
        db,
        sql`UPDATE ${raw(table)} t SET ${join(set, ', ')} WHERE ${where} AND (${hit})`,
      )
      if (isWritten) written.push(...resourcesOf(table))
    }
  }
  return [...new Set(written)]
}

function resourcesOf(table: string): string[] {
  return allDefinitions.flatMap((definition) =>
    definition.kind !== 'computed' && tableNameOf(definition) === table ? [definition.name] : [],
  )
}

type Columns = ReadonlyMap<string, string>

/** The types of the columns of each table. */
async function textColumns(db: Tx): Promise<Map<string, Map<string, string>>> {
  const rows = await many(
    db,
    sql`SELECT c.relname::text AS table, a.attname::text AS name, format_type(a.atttypid, NULL) AS type FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped`,
    { table: 'text', name: 'text', type: 'text' },
  )
  const tables = new Map<string, Map<string, string>>()
  for (const { table, name, type } of rows) {
    const columns = tables.get(table) ?? new Map<string, string>()
    tables.set(table, columns.set(name, type))
  }
  return tables
}

function typeOf(columns: Columns, name: string): string {
  const type = columns.get(name)
  if (type === undefined) throw new Error(`there is no column ${name}`)
  return type
}

function asText(columns: Columns, name: string): Sql {
  const column = raw(`t."${name}"`)
  return typeOf(columns, name) === 'text' ? sql`${column}` : sql`${column}::text`
}

function matches(columns: Columns, name: string, { names, codes }: Patterns): Sql {
  const either = [names, codes].filter((pattern) => pattern !== null)
  return sql`${asText(columns, name)} ~* ${either.join('|')}`
}

function replaced(columns: Columns, name: string, { names, codes }: Patterns, pseudonym: string): Sql {
  const fold = (text: string) => (name === 'search_text' ? foldText(text) : text)
  let text = asText(columns, name)
  if (names !== null) text = sql`regexp_replace(${text}, ${names}, ${fold(pseudonym)}, 'gi')`
  if (codes !== null) text = sql`regexp_replace(${text}, ${codes}, ${fold(erased)}, 'gi')`
  const type = typeOf(columns, name)
  return type === 'text' ? text : sql`(${text})::${raw(type)}`
}

/** What an anonymisation would do, without doing it: the name that stays, and why it is not possible. */
export async function previewAnonymisation(
  call: Context,
  personId: string,
): Promise<{ pseudonym: string; obstacles: string[]; keptUntil: string | null }> {
  const subject = await lockSubject(call, personId)
  const { keptUntil } = await one(call.db, fiscalUntil(subject), { keptUntil: 'day?' })
  return { pseudonym: subject.pseudonym, obstacles: await findObstacles(call, subject), keptUntil }
}
