import type { Caller } from '@agremia/resources/access.ts'
import { allows, decide } from '@agremia/resources/access.ts'
import { isId } from '@agremia/resources/coerce.ts'
import type { Definition } from '@agremia/resources/define-resource.ts'
import { definitions } from '@agremia/resources/definitions/index.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { v7 as newId } from 'uuid'
import type { Context } from '../context.ts'
import { conflict, forbidden, invalid, notFound } from '../errors.ts'
import type { AuditEntry, DeletedRow } from './audit.ts'
import { changesBetween, recordAudit, secretChanges } from './audit.ts'
import type { Checked, Mode } from './check.ts'
import { checkAgainstDatabase, checkInput } from './check.ts'
import { asFieldError, referringTable } from './database-errors.ts'
import type { Engine, WriteContext } from './modules.ts'
import { planOf } from './modules.ts'
import type { Plan } from './plan.ts'
import { columnOf, tableOf } from './plan.ts'
import type { Kept, WireRecord } from './store.ts'
import {
  dependentsOf,
  findLocked,
  findRecord,
  insertRow,
  isSearchable,
  refreshSearchTextSql,
  searchTextOf,
  updateRow,
} from './store.ts'
import { prepared } from './statements.ts'

const everything = { constraint: {}, role: 'admin' } as const

/** A write in progress. */
export interface Writing extends Context {
  engine: Engine
}

/**
 * Creates, replaces or modifies a record in the caller's transaction: access, coercion, validation, hooks, audit.
 * Throws 404, 403, 409 (stale `_version`, with the current record) or 422 by field.
 */
export async function saveRecord(
  writing: Writing,
  plan: Plan,
  { id, input, mode }: { id: string | null; input: Record<string, unknown>; mode: Mode },
): Promise<WireRecord> {
  const before = id === null ? null : await findForWriting(writing, plan, id, 'update')
  refuseStale(plan, input, before, writing.caller)
  const shared = before ? undefined : await findShared(writing, plan, input)
  const checked = checkInput({ ...writing, plan, input, before, shared, mode })
  if (before && Object.keys(checked.values).length === 0 && Object.keys(checked.errors).length === 0) {
    return restrict(plan, before, writing.caller)
  }
  const context = writeContext(writing, plan, id ?? newId(), before, checked)
  await judge(context, writing, checked, id)
  if (Object.keys(checked.errors).length > 0) throw invalid(checked.errors)
  const decision = decide(plan.definition.access, before ? 'update' : 'create', writing.caller)
  if (!allows(decision, { ...checked.merged, _id: context.id })) throw forbidden()
  try {
    const after = await store(writing, context)
    return restrict(plan, after, writing.caller)
  } catch (error) {
    throw asFieldError(error, plan)
  }
}

/** What `POST {resource}/validate` answers: the same checks as saving, and nothing written. */
export async function validateRecord(
  writing: Writing,
  plan: Plan,
  input: Record<string, unknown>,
): Promise<Pick<Checked, 'errors' | 'warnings'>> {
  const { access } = plan.definition
  const id = typeof input['_id'] === 'string' && isId(input['_id']) ? input['_id'].toLowerCase() : null
  const before = id === null ? null : ((await findRecord(writing.db, plan, id, everything)) ?? null)
  if (before && !allows(decide(access, 'read', writing.caller), before)) throw notFound()
  const decision = decide(access, before ? 'update' : 'create', writing.caller)
  if (decision === false || (before && !allows(decision, before))) throw forbidden()
  const shared = before ? undefined : await findShared(writing, plan, input)
  const mode = before ? 'replace' : 'create'
  const checked = checkInput({ ...writing, plan, input, before, shared, mode })
  const context = writeContext(writing, plan, id ?? newId(), before, checked)
  await judge(context, writing, checked, id)
  const isGood = Object.keys(checked.errors).length === 0
  if (isGood && !allows(decision, { ...checked.merged, _id: context.id })) throw forbidden()
  return { errors: checked.errors, warnings: checked.warnings }
}

/** The fields that a new record will carry flat of records that exist already: a new membership of a known person. */
async function findShared(
  writing: Writing,
  plan: Plan,
  input: Record<string, unknown>,
): Promise<Record<string, unknown> | undefined> {
  let shared: Record<string, unknown> | undefined
  for (const [via, resource] of viasOf(plan)) {
    const id = input[via]
    if (typeof id !== 'string' || !isId(id)) continue
    const target = planOf(writing.engine, resource)
    const known = await findRecord(writing.db, target, id.toLowerCase(), everything)
    if (!known || !allows(decide(target.definition.access, 'read', writing.caller), known)) continue
    for (const [name, { storage }] of Object.entries(plan.definition.fields)) {
      if (storage.in === 'through' && storage.via === via) (shared ??= {})[name] = known[name]
    }
  }
  return shared
}

/** The record as it stands, locked, if the caller may do `verb` to it. */
export async function findForWriting(
  writing: Writing,
  plan: Plan,
  id: string,
  verb: 'update' | 'delete' | 'read',
): Promise<WireRecord> {
  await writing.engine.modules.get(plan.definition.name)?.hooks?.beforeLock?.(writing, id)
  const record = await findLocked(writing.db, plan, id)
  if (!record || !allows(decide(plan.definition.access, 'read', writing.caller), record)) throw notFound()
  if (!allows(decide(plan.definition.access, verb, writing.caller), record)) throw forbidden()
  return record
}

function refuseStale(
  plan: Plan,
  input: Record<string, unknown>,
  before: WireRecord | null,
  caller: Caller,
): void {
  const version = input['_version']
  if (!before || version === undefined || version === null || version === before._version) return
  throw conflict('Este registo foi alterado entretanto por outra pessoa.', restrict(plan, before, caller))
}

function writeContext(
  writing: Writing,
  plan: Plan,
  id: string,
  before: WireRecord | null,
  checked: Checked,
): WriteContext {
  return { ...writing, plan, id, before, values: checked.values, merged: checked.merged, internal: {} }
}

async function judge(
  context: WriteContext,
  writing: Writing,
  checked: Checked,
  id: string | null,
): Promise<void> {
  await checkAgainstDatabase(writing.db, context.plan, checked, id)
  const hook = writing.engine.modules.get(context.plan.definition.name)?.hooks?.validate
  const found = await hook?.(context)
  for (const [field, messages] of Object.entries(found?.errors ?? {})) checked.errors[field] ??= messages
  for (const [field, messages] of Object.entries(found?.warnings ?? {})) checked.warnings[field] ??= messages
}

/** Writes a checked record with its hooks, its parts kept elsewhere, its audit trail and its notifications. */
async function store(writing: Writing, context: WriteContext): Promise<WireRecord> {
  const { plan, id, before } = context
  const hooks = writing.engine.modules.get(plan.definition.name)?.hooks
  await hooks?.beforeSave?.(context)
  const entries: AuditEntry[] = await storeThrough(writing, context)
  const searchText = searchTextOf(plan, context.merged)
  const write = before ? updateRow : insertRow
  const written = await write(writing.db, plan, id, context.values, {
    searchText,
    internal: context.internal,
  })
  await refreshDependents(writing, plan.definition, id)
  const mayHaveChanged = hooks?.afterSave && (await asksDatabase(context, hooks.afterSave))
  const after = written && !mayHaveChanged ? written : await getRecord(writing, plan, id)
  entries.unshift({
    resource: plan.definition.name,
    id,
    action: before ? 'updated' : 'created',
    changes: [
      ...changesBetween(plan, before, after),
      ...secretChanges(plan.definition.fields, context.values),
    ],
  })
  await recordAudit(writing, entries)
  writing.changes.push({
    resource: plan.definition.name,
    action: before ? 'updated' : 'created',
    id,
    version: after._version,
  })
  return after
}

/** Does the work, and answers whether it asked anything of the database: if not, all that was read still holds. */
async function asksDatabase(
  context: WriteContext,
  work: (context: WriteContext) => Promise<void>,
): Promise<boolean> {
  let asked = false
  const db: WriteContext['db'] = {
    query(config) {
      asked = true
      return context.db.query(config)
    },
    get kysely() {
      asked = true
      return context.db.kysely
    },
  }
  await work({ ...context, db })
  return asked
}

/** The record as the program sees it, whoever asks. */
export async function getRecord(writing: Pick<Writing, 'db'>, plan: Plan, id: string): Promise<WireRecord> {
  const record = await findRecord(writing.db, plan, id, everything)
  if (!record) throw notFound()
  return record
}

/** Creates or updates the records that keep this one's flat fields. */
async function storeThrough(writing: Writing, context: WriteContext): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = []
  for (const [via, { resource, values }] of valuesByVia(context)) {
    const target = planOf(writing.engine, resource)
    const known = (context.merged[via] as string | null | undefined) ?? null
    const id = known ?? newId()
    if (known && Object.keys(values).length === 0) continue
    const before = known ? await findLocked(writing.db, target, known) : null
    const searchText = searchTextOf(target, { ...before, ...values })
    if (!known)
      await insertRow(writing.db, target, id, withDefaults(target.definition, values), { searchText })
    const after = known
      ? await updateRow(writing.db, target, id, values, { searchText })
      : await getRecord(writing, target, id)
    if (!known) context.values[via] = context.merged[via] = id
    await refreshDependents(writing, target.definition, id, context.id)
    entries.push({
      resource,
      id,
      action: known ? 'updated' : 'created',
      changes: changesBetween(target, before ?? null, after),
    })
    writing.changes.push({ resource, action: known ? 'updated' : 'created', id, version: after._version })
  }
  return entries
}

function valuesByVia({ plan, values }: WriteContext): Map<string, { resource: string; values: Kept }> {
  const found = new Map([...viasOf(plan)].map(([via, resource]) => [via, { resource, values: {} as Kept }]))
  for (const [name, { storage }] of Object.entries(plan.definition.fields)) {
    if (storage.in === 'through' && name in values) found.get(storage.via)!.values[name] = values[name]
  }
  return found
}

/** The references through which a definition carries fields of other resources: field → resource. */
function viasOf({ definition }: Plan): Map<string, string> {
  const vias = new Map<string, string>()
  for (const { storage } of Object.values(definition.fields)) {
    if (storage.in === 'through') vias.set(storage.via, storage.resource)
  }
  return vias
}

function withDefaults(definition: Definition, values: Kept): Kept {
  const filled: Kept = { ...values }
  for (const [name, field] of Object.entries(definition.fields)) {
    if (!(name in filled) && field.default !== undefined) filled[name] = field.default
  }
  return filled
}

/** Records that carry this one's fields flat changed too: their version, their search text, their readers. */
export async function refreshDependents(
  writing: Writing,
  definition: Definition,
  id: string,
  except?: string,
): Promise<void> {
  for (const { resource, text } of refreshingOf(definition.name)) {
    const { rows } = await writing.db.query(prepared(text, [id, except ?? null]))
    for (const row of rows as { id: string; version: number }[]) {
      writing.changes.push({ resource, action: 'updated', id: row.id, version: row.version })
    }
  }
}

const refreshing = new Map<string, { resource: string; text: string }[]>()

/** What refreshes the records of each definition that carries the resource's fields flat. */
function refreshingOf(resource: string): { resource: string; text: string }[] {
  let known = refreshing.get(resource)
  if (!known) {
    known = dependentsOf(everyDefinition, resource).map(({ definition, via }) => {
      const which = `t.${columnOf(via)} = $1 AND t.id IS DISTINCT FROM $2`
      const sql = refreshSearchTextSql(definition, which)
      const bumped = sql.replace(' SET ', ' SET version = t.version + 1, updated_at = now(), ')
      return { resource: definition.name, text: `${bumped} RETURNING t.id, t.version` }
    })
    refreshing.set(resource, known)
  }
  return known
}

/** Deletes a record; its row stays in the audit history, from where it can be brought back. */
export async function deleteRecord(writing: Writing, plan: Plan, id: string): Promise<void> {
  const record = await findForWriting(writing, plan, id, 'delete')
  const hooks = writing.engine.modules.get(plan.definition.name)?.hooks
  await hooks?.beforeDelete?.({ ...writing, record })
  const rows = await rowsOf(writing, plan.definition, 'id', id)
  try {
    // Parts first: they refer to the whole.
    for (const { table, key } of rows.toReversed()) {
      await writing.db.query({ text: `DELETE FROM ${table} WHERE id = $1`, values: [key] })
    }
  } catch (error) {
    throw await asInUse(error, writing)
  }
  await recordAudit(writing, [
    {
      resource: plan.definition.name,
      id,
      action: 'deleted',
      changes: changesBetween(plan, record, null),
      rows: rows.map(({ table, row }) => ({ table, row })),
    },
  ])
  for (const { resource, key, row } of rows) {
    writing.changes.push({ resource, action: 'deleted', id: key, version: row.version })
  }
}

interface KeptRow {
  resource: string
  table: string
  key: string
  row: Record<string, unknown> & { version: number }
}

/** The row of a record and those of its parts, the whole before its parts. */
async function rowsOf(
  writing: Writing,
  definition: Definition,
  column: string,
  key: string,
): Promise<KeptRow[]> {
  const table = tableOf(definition)
  const { rows } = await writing.db.query({
    text: `SELECT t.id AS key, to_jsonb(t) AS row FROM ${table} t WHERE ${column} = $1 ORDER BY t.id`,
    values: [key],
  })
  const kept: KeptRow[] = []
  for (const found of rows as Pick<KeptRow, 'key' | 'row'>[]) {
    kept.push({ resource: definition.name, table, ...found })
    for (const part of everyDefinition) {
      const { partOf } = part
      if (partOf && part.fields[partOf]?.reference === definition.name) {
        kept.push(...(await rowsOf(writing, part, columnOf(partOf), found.key)))
      }
    }
  }
  return kept
}

const everyDefinition = Object.values(definitions) as unknown as Definition[]

async function asInUse(error: unknown, { world }: Writing): Promise<unknown> {
  const table = referringTable(error)
  if (!table) return error
  const using = everyDefinition.find((definition) => tableOf(definition) === table)
  if (!using) return conflict('Não pode ser eliminado: está a ser usado.')
  const users = fillTerms(using.label.many, await world.organisation.terminology())
  return conflict(`Não pode ser eliminado: está a ser usado em ${users.toLowerCase()}.`)
}

/** Brings back what was deleted, the parts after the whole. Throws 409 when its place was taken meanwhile. */
export async function restoreRows(writing: Writing, rows: DeletedRow[]): Promise<void> {
  for (const { table, row } of rows) {
    const definition = everyDefinition.find((known) => tableOf(known) === table)
    if (!definition) throw notFound()
    try {
      // Columns that the table has gained since then take their defaults.
      const columns = Object.keys(row).map((name) => `"${name}"`)
      const inserted = await writing.db.query({
        text: `INSERT INTO ${table} (${columns.join(', ')}) SELECT ${columns.join(', ')}
               FROM jsonb_populate_record(NULL::${table}, $1) RETURNING id, version`,
        values: [JSON.stringify(row)],
      })
      const { id, version } = inserted.rows[0] as { id: string; version: number }
      if (isSearchable(definition)) {
        await writing.db.query({ text: refreshSearchTextSql(definition, 't.id = $1'), values: [id] })
      }
      writing.changes.push({ resource: definition.name, action: 'created', id, version })
    } catch (error) {
      const { code = '' } = error as { code?: string }
      throw code.startsWith('23')
        ? conflict('Não pode ser recuperado: já existe outro registo no seu lugar.')
        : error
    }
  }
}

/** The record without what the caller's role may not see. */
export function restrict(plan: Plan, record: WireRecord, caller: Caller): WireRecord {
  const readable = new Set(plan.columns(caller.role).map((column) => column.key))
  return Object.fromEntries(Object.entries(record).filter(([name]) => readable.has(name))) as WireRecord
}
