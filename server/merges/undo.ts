import { allDefinitions } from '@agremia/resources/definitions/index.ts'
import { members } from '@agremia/resources/definitions/members.ts'
import { people } from '@agremia/resources/definitions/people.ts'
import { toCamelCase } from '@agremia/resources/letter-case.ts'
import { joinList } from '@agremia/resources/rules/plural.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { advisoryLocks } from '../database/advisory-locks.ts'
import type { Sql } from '../database/sql.ts'
import {
  execute,
  exists,
  join,
  jsonOf,
  many,
  maybeOne,
  nullable,
  one,
  raiseVersion,
  raw,
  sql,
} from '../database/sql.ts'
import type { Tx } from '../database/transaction.ts'
import { lockLedger, refreshMembers } from '../dues/index.ts'
import { codeOf, conflict } from '../errors.ts'
import { recordAudit } from '../rest/audit.ts'
import { changeFields } from '../rest/change-fields.ts'
import type { ActionCall } from '../rest/modules.ts'
import { tableNameOf } from '../rest/plan.ts'
import { sealNamed } from '../rest/sealed-values.ts'
import { refreshSearchTextSql } from '../rest/write-row.ts'
import { readReferences } from './references.ts'
import type { RowChange, Tables } from './rows.ts'
import { isUnchanged, readRows, readTables, rowsSql } from './rows.ts'
import type { Change } from '../rest/change.ts'
import type { merges } from '@agremia/resources/definitions/merges.ts'

/**
 * Puts every row back as it was before the merge. Throws 409 when a row that the merge wrote has changed since, or newer rows depend on what it
 * moved: names them.
 */
export async function undoMerge(call: ActionCall<typeof merges, 'undo'>): Promise<unknown> {
  const { db, record, caller, world, changes } = call
  const rowChanges = await lockMerge(call)
  const references = await readReferences(db)
  const tables = await readTables(db, [
    ...rowChanges.map(({ table }) => table),
    ...references.map(({ table }) => table),
  ])
  const memberIds = idsIn(rowChanges, 'members', record.memberId)
  const personIds = idsIn(rowChanges, 'people', record.personId)
  await execute(db, sql`SELECT FROM people WHERE id = ANY(${personIds}::uuid[]) ORDER BY id FOR UPDATE`)
  await execute(
    db,
    sql`SELECT FROM members WHERE id = ANY(${memberIds}::uuid[]) OR person_id = ANY(${personIds}::uuid[]) ORDER BY id FOR UPDATE`,
  )
  await lockLedger(db, memberIds)
  const reasons = [
    ...(await changedSince(call, tables, rowChanges)),
    ...(await dependentsSince(call, tables, rowChanges)),
  ]
  if (reasons.length > 0) throw conflict(`A fusão já não se pode desfazer. ${reasons.join(' ')}`)
  try {
    await putBack(db, tables, rowChanges)
  } catch (error) {
    const code = codeOf(error) ?? ''
    throw code.startsWith('23')
      ? conflict('A fusão já não se pode desfazer: outra ficha tem agora o NIF ou o número de uma destas.')
      : error
  }
  const isOfThese = sql`ANY(${personIds}::uuid[])`
  for (const [definition, where] of [
    [people, sql`t.id = ${isOfThese}`],
    [members, sql`t.person_id = ${isOfThese}`],
  ] as const)
    await execute(
      db,
      refreshSearchTextSql(definition, {
        where,
        others: sql`${raiseVersion('t')}, `,
      }),
    )
  changes.push(...(await refreshMembers(db, call.today, memberIds)), ...changesOfUndoing(rowChanges))
  await recordAudit(
    call,
    [
      ...personIds.map((id) => ({ resource: 'people', id })),
      ...memberIds.map((id) => ({ resource: 'members', id })),
    ].map((entry) => ({ ...entry, action: 'undoMerge', changes: [] })),
  )
  return changeFields(call, {
    state: 'undone',
    undoneByName: caller.name,
    undoneAt: world.clock().toISOString(),
  })
}

/** Takes the locks of a merge. Throws 409 when the merge was undone, cannot be undone, or a later one of the same person has to be undone first. */
async function lockMerge({ db, record }: ActionCall<typeof merges>): Promise<RowChange[]> {
  await execute(db, sql`SELECT pg_advisory_xact_lock_shared(${advisoryLocks.meanings})`)
  await execute(db, sql`SELECT pg_advisory_xact_lock(${advisoryLocks.numbering})`)
  const { rowChanges } = await one(
    db,
    sql`SELECT row_changes AS "rowChanges" FROM merges WHERE id = ${record._id}`,
    { rowChanges: nullable(jsonOf<RowChange[]>()) },
  )
  if (rowChanges === null)
    throw conflict('A fusão já não se pode desfazer: os dados da pessoa foram eliminados.')
  const later = await maybeOne(
    db,
    sql`SELECT g.lost_name AS name FROM merges g JOIN merges own ON own.id = ${record._id}
        WHERE g.person_id = own.person_id AND g.state = 'done' AND (g.created_at, g.id) > (own.created_at, own.id) ORDER BY g.created_at DESC, g.id DESC LIMIT 1`,
    { name: 'text' },
  )
  if (later)
    throw conflict(`Houve depois outra fusão com a mesma ficha: desfaça primeiro a de «${later.name}».`)
  if (await exists(db, sql`SELECT FROM people WHERE id = ${record.personId} AND anonymised_at IS NOT NULL`))
    throw conflict('A fusão já não se pode desfazer: os dados da pessoa foram eliminados.')
  return rowChanges
}

function idsIn(rowChanges: readonly RowChange[], table: string, kept: unknown): string[] {
  const ids = rowChanges.flatMap((change) => (change.table === table ? [String(change.key['id'])] : []))
  return [...new Set([...ids, ...(typeof kept === 'string' ? [kept] : [])])].toSorted()
}

const definitionOf = (table: string) =>
  allDefinitions.find((definition) => definition.kind !== 'computed' && tableNameOf(definition) === table)

/** The rows that no longer have what the merge left in them, in words. A row that was deleted since has nothing to put back. */
async function changedSince(
  { db, world }: ActionCall<typeof merges>,
  tables: Tables,
  rowChanges: readonly RowChange[],
): Promise<string[]> {
  const selects = [...Map.groupBy(rowChanges, ({ table }) => table)].map(([table, own]) =>
    rowsSql(table, isAmong(tables, table, own)),
  )
  const rows = await readRows(db, tables, selects)
  const id = ({ table, key }: Pick<RowChange, 'table' | 'key'>) => JSON.stringify([table, key])
  const current = new Map(rows.map((stored) => [id(stored), stored.row]))
  const terminology = await world.organisation.terminology()
  const words = new Set<string>()
  for (const change of rowChanges) {
    const row = current.get(id(change))
    const { table, to, from } = change
    if (!row || (to !== null && isUnchanged(to, row))) continue
    const definition = definitionOf(table)
    const isRecord = table === 'people' || table === 'members'
    if (to !== null && from !== null && isRecord)
      for (const name of Object.keys(to))
        if (!isUnchanged({ [name]: to[name] }, row)) {
          const field = definition?.fields[toCamelCase(name)]
          words.add(fillTerms(field?.label ?? 'Fotografia', terminology))
        }
    if (!isRecord || from === null || to === null)
      words.add(nameOf(table, row, fillTerms(definition?.label.one ?? table, terminology)))
  }
  return words.size === 0 ? [] : [`Mudou entretanto: ${joinList([...words].slice(0, 8))}.`]
}

function nameOf(table: string, row: Record<string, unknown>, label: string): string {
  const title =
    { payments: 'receipt_number', contacts: 'value', unsettled_payments: 'description' }[table] ?? 'name'
  return typeof row[title] === 'string' ? `${label} «${row[title]}»` : label
}

/** Newer rows of the record that stays that refer to rows that the merge moved, or to which those refer, in words; without cancelled ones. */
async function dependentsSince(
  { db, world, record }: ActionCall<typeof merges>,
  tables: Tables,
  rowChanges: readonly RowChange[],
): Promise<string[]> {
  const moved = Map.groupBy(
    rowChanges.filter(({ key, from }) => from !== null && typeof key['id'] === 'string'),
    ({ table }) => table,
  )
  const keys = await many(
    db,
    sql`SELECT c.conrelid::regclass::text AS child, a.attname::text AS "column", c.confrelid::regclass::text AS parent
        FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
        WHERE c.contype = 'f' AND c.conrelid::regclass::text = ANY(${[...tables.keys()]}::text[])
          AND c.confrelid::regclass::text = ANY(${[...tables.keys()]}::text[])`,
    { child: 'text', column: 'text', parent: 'text' },
  )
  const idsOf = (table: string) => (moved.get(table) ?? []).map(({ key }) => String(key['id']))
  const owned = new Set([
    'people',
    'members',
    'member_states',
    'member_quota_terms',
    'member_exemptions',
    'merges',
    'duplicates',
    'member_balances',
  ])
  const hasId = (table: string) => tables.get(table)?.key.join() === 'id'
  const parts: Sql[] = []
  for (const { child, column, parent } of keys) {
    if (owned.has(parent) || owned.has(child) || !hasId(child) || !hasId(parent)) continue
    const [children, parents] = [idsOf(child), idsOf(parent)]
    const reference = raw(`t."${column}"`)
    const isNew = (alias: string) => sql`${raw(alias)}.created_at >= ${record._created_at}::timestamptz`
    // A new row about a moved one.
    if (parents.length > 0)
      parts.push(
        sql`SELECT ${child}::text AS "table", to_jsonb(t) AS row FROM ${raw(child)} t
            WHERE ${reference} = ANY(${parents}::uuid[]) AND t.id <> ALL(${children}::uuid[]) AND ${isNew('t')}`,
      )
    // A new row of the record that stays, to which a moved one was added.
    if (children.length > 0)
      parts.push(
        sql`SELECT ${parent}::text AS "table", to_jsonb(o) AS row FROM ${raw(child)} t JOIN ${raw(parent)} o ON o.id = ${reference}
            WHERE t.id = ANY(${children}::uuid[]) AND o.id <> ALL(${parents}::uuid[]) AND ${isNew('o')}`,
      )
  }
  if (parts.length === 0) return []
  // The lines of a payment are named by their payment.
  const rows = await many(
    db,
    sql`WITH found AS (SELECT * FROM (${join(parts, ' UNION ')}) each WHERE row ->> 'status' IS DISTINCT FROM 'cancelled')
        SELECT "table", row FROM found WHERE "table" <> 'payment_items'
        UNION ALL SELECT 'payments', to_jsonb(p) FROM payments p WHERE p.id IN (SELECT (row ->> 'payment_id')::uuid FROM found WHERE "table" = 'payment_items')`,
    { table: 'text', row: jsonOf<Record<string, unknown>>() },
  )
  const terminology = await world.organisation.terminology()
  const names = new Set(
    rows.map(({ table, row }) =>
      nameOf(table, row, fillTerms(definitionOf(table)?.label.one ?? table, terminology)),
    ),
  )
  return names.size === 0
    ? []
    : [
        `Depende do que passou para esta ficha o que se registou depois: ${joinList([...names].slice(0, 8))}. Anule-o primeiro, se for engano.`,
      ]
}

/** Condition of the rows with these keys. */
function isAmong(tables: Tables, table: string, rows: readonly RowChange[], alias = 't'): Sql {
  const key = tables.get(table)?.key ?? ['id']
  const columns = key.map((name) => `"${name}"`).join(', ')
  return sql`(${raw(key.map((name) => `${alias}."${name}"`).join(', '))}) IN (SELECT ${raw(columns)} FROM jsonb_populate_recordset(NULL::${raw(table)}, ${JSON.stringify(rows.map((row) => row.key))}))`
}

/**
 * In an order in which no row collides with another, and none refers to one that is not there: new rows go, the people and members that stayed
 * give their values back, the merged ones return, then everything that moved, then what else changed.
 */
async function putBack(db: Tx, tables: Tables, rowChanges: readonly RowChange[]): Promise<void> {
  const isRecord = ({ table }: RowChange) => table === 'people' || table === 'members'
  const has = ({ to }: RowChange, column: string) => to !== null && column in to
  const isMoved = (change: RowChange) => has(change, 'person_id') || has(change, 'member_id')
  const inserted = rowChanges.filter(({ from }) => from === null)
  const changed = rowChanges.filter(({ from, to }) => from !== null && to !== null)
  const deleted = rowChanges.filter(({ to }) => to === null)
  for (const [table, rows] of Map.groupBy(inserted, ({ table }) => table))
    await execute(db, sql`DELETE FROM ${raw(table)} t WHERE ${isAmong(tables, table, rows)}`)
  await updateRows(
    db,
    tables,
    changed.filter((change) => isRecord(change) && !isMoved(change)),
  )
  for (const tablesInOrder of [['people'], ['members'], undefined]) {
    const rows = deleted.filter(
      ({ table }) => tablesInOrder?.includes(table) ?? !['people', 'members'].includes(table),
    )
    for (const [table, own] of Map.groupBy(rows, ({ table }) => table)) await insertRows(db, table, own)
  }
  const moved = changed.filter((change) => isMoved(change))
  await updateRows(db, tables, moved)
  // Lines of newer, cancelled payments follow their charge.
  const charges = moved.flatMap(({ table, key }) =>
    table === 'unsettled_payments' ? [String(key['id'])] : [],
  )
  await execute(
    db,
    sql`UPDATE payment_items i SET member_id = c.member_id, ${raiseVersion('i')} FROM unsettled_payments c
        WHERE c.id = i.unsettled_payment_id AND c.id = ANY(${charges}::uuid[]) AND i.member_id <> c.member_id`,
  )
  await updateRows(
    db,
    tables,
    changed.filter((change) => !isRecord(change) && !isMoved(change)),
  )
}

/** The rows as they are stored: reading them has decrypted values. */
function sealRows(db: Tx, rows: readonly (Record<string, unknown> | null)[]): Record<string, unknown>[] {
  return sealNamed(rows, db) as Record<string, unknown>[]
}

async function insertRows(db: Tx, table: string, rows: readonly RowChange[]): Promise<void> {
  const values = sealRows(
    db,
    rows.map(({ from }) => {
      const version = from?.['version']
      return typeof version === 'number' ? { ...from, version: version + 1 } : from
    }),
  )
  const columns = raw(
    Object.keys(values[0] ?? {})
      .map((name) => `"${name}"`)
      .join(', '),
  )
  await execute(
    db,
    sql`INSERT INTO ${raw(table)} (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(NULL::${raw(table)}, ${JSON.stringify(values)})`,
  )
}

/** Gives rows their former values, those with the same columns in one statement. */
async function updateRows(db: Tx, tables: Tables, rows: readonly RowChange[]): Promise<void> {
  const groups = Map.groupBy(
    rows,
    ({ table, from }) =>
      `${table} ${Object.keys(from ?? {})
        .toSorted()
        .join()}`,
  )
  for (const own of groups.values()) {
    const [{ table, from }] = own as [RowChange]
    const names = Object.keys(from ?? {})
    const key = tables.get(table)?.key ?? ['id']
    const quoted = (alias: string, list: readonly string[]) =>
      raw(list.map((name) => `${alias}."${name}"`).join(', '))
    const values = sealRows(
      db,
      own.map((row) => ({ ...row.key, ...row.from })),
    )
    const hasVersion = await exists(
      db,
      sql`SELECT FROM pg_attribute WHERE attrelid = ${table}::regclass AND attname = 'version' AND NOT attisdropped`,
    )
    const set = names.map((name) => sql`${raw(`"${name}"`)} = x.${raw(`"${name}"`)}`)
    if (hasVersion) set.push(raiseVersion('t'))
    await execute(
      db,
      sql`UPDATE ${raw(table)} t SET ${join(set, ', ')} FROM jsonb_populate_recordset(NULL::${raw(table)}, ${JSON.stringify(values)}) x
          WHERE (${quoted('t', key)}) = (${quoted('x', key)})`,
    )
  }
}

function changesOfUndoing(rowChanges: readonly RowChange[]): Change[] {
  return [...Map.groupBy(rowChanges, ({ table }) => table)].flatMap(([table, rows]) => {
    const definition = definitionOf(table)
    if (!definition) return []
    const named = table === 'people' || table === 'members' ? rows : []
    return [
      ...named.map(({ key, to }): Change => ({
        resource: definition.name,
        action: to === null ? 'created' : 'updated',
        id: String(key['id']),
        version: 0,
      })),
      ...(named.length === 0
        ? [{ resource: definition.name, action: 'updated' as const, id: '', version: 0 }]
        : []),
    ]
  })
}
