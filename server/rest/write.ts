import { inOrder } from '../database/transaction.ts'
import type { Definition, InputOf, RecordOf, SomeStoredOf } from '@agremia/resources/define-resource.ts'
import type { Caller } from '@agremia/resources/access.ts'
import { allows, decide, isWithheldFrom } from '@agremia/resources/access.ts'
import { isId } from '@agremia/resources/coerce.ts'
import { v7 as newId } from 'uuid'
import { exists, sql } from '../database/sql.ts'
import { conflict, forbidden, invalid, notFound } from '../errors.ts'
import type { AuditEntry } from './audit.ts'
import { changesBetween, recordAudit, secretChanges } from './audit.ts'
import type { Checked, Mode } from './check.ts'
import { checkAgainstDatabase, checkInput } from './check.ts'
import { asFieldError } from './database-errors.ts'
import type { StoredValues, WireRecord } from './find-record.ts'
import { fullScope, findLocked, findRecord, getRecord } from './find-record.ts'
import { refreshDependents, saveThroughRecords, throughReferences } from './flat-fields.ts'
import type { CheckContext, Context, HookContext, SaveContext } from './modules.ts'
import { planOf } from './modules.ts'
import type { Plan } from './plan.ts'
import { columnOf } from './plan.ts'
import { insertRow, searchTextOf, updateRow } from './write-row.ts'

/**
 * What is saved. `given` has what the program sets: the id of a new record, read-only fields, columns that are not fields. The caller of a
 * program that sets them has checked access by itself.
 */
interface Saving<D extends Definition> {
  id: string | null
  input: InputOf<D> & { _version?: unknown }
  mode: Mode
  given?: { id?: string; values: SomeStoredOf<D['fields']>; columns?: StoredValues }
}

/**
 * Creates, replaces or modifies a record in the caller's transaction: access, coercion, validation, hooks, audit.
 * Throws 404, 403, 409 (stale `_version`, with the current record) or 422 by field.
 */
export async function saveRecord<D extends Definition>(
  writing: Context,
  plan: Plan<D>,
  { id, input, mode, given }: Saving<D>,
): Promise<RecordOf<D>> {
  const before = id === null ? null : await findForWriting(writing, plan, id, 'update')
  rejectStale(plan, input, before, writing.caller)
  const shared = before ? undefined : await findShared(writing, plan, input)
  const checked = checkInput({ ...writing, plan, input, before, shared, mode })
  if (before && Object.keys(checked.values).length === 0 && Object.keys(checked.errors).length === 0) {
    return restrict(plan, before, writing.caller)
  }
  const columns: StoredValues = {}
  const context = hookContext(writing, plan, { id: id ?? given?.id ?? newId(), before, checked, columns })
  if (given) context.set(given.values, given.columns)
  const isSaving = Object.keys(checked.errors).length === 0
  const { locked } = await validate({ ...context, isSaving } as CheckContext, checked, id)
  if (Object.keys(checked.errors).length > 0) throw invalid(checked.errors)
  if (!given) {
    const decision = decide(plan.definition.access, before ? 'update' : 'create', writing.caller)
    if (!allows(decision, { ...checked.merged, _id: context.id })) throw forbidden()
    if (!before && (await isRecordWithheld(writing, plan, checked.merged)))
      throw forbidden('A pessoa está protegida: só um administrador pode acrescentar isto.')
  }
  try {
    const after = (await store(writing, context, { columns, locked })) as RecordOf<D>
    return restrict(plan, after, writing.caller)
  } catch (error) {
    throw asFieldError(error, plan)
  }
}

/** Maximum number of records to validate in one request. */
export const maxValidated = 200

/** Checks input as saving does, without writing: `POST {resource}/validate`. Throws 403, 404. */
export async function validateRecord(
  writing: Context,
  plan: Plan,
  input: Record<string, unknown>,
): Promise<Pick<Checked, 'errors' | 'warnings'>> {
  const { access } = plan.definition
  const id = typeof input['_id'] === 'string' && isId(input['_id']) ? input['_id'].toLowerCase() : null
  const before = id === null ? null : ((await findRecord(writing.db, plan, id, fullScope)) ?? null)
  if (before && !allows(decide(access, 'read', writing.caller), before)) throw notFound()
  const decision = decide(access, before ? 'update' : 'create', writing.caller)
  if (decision === false || (before && !allows(decision, before))) throw forbidden()
  const { errors, warnings, merged } = await checkRecord(writing, plan, {
    input,
    before,
    mode: before ? 'replace' : 'create',
  })
  const isValid = Object.keys(errors).length === 0
  if (isValid && !allows(decision, merged)) throw forbidden()
  return { errors, warnings }
}

/** Checks input for a new record, or for one that was read (`before`), as saving does. Does not write, and checks no access. */
export async function checkRecord(
  writing: Context,
  plan: Plan,
  { input, before, mode }: Pick<Saving<Definition>, 'input' | 'mode'> & { before: WireRecord | null },
): Promise<Checked> {
  const shared = before ? undefined : await findShared(writing, plan, input)
  const checked = checkInput({ ...writing, plan, input, before, shared, mode })
  const id = before?._id ?? null
  const context = hookContext(writing, plan, { id: id ?? newId(), before, checked })
  const { warnings } = await validate({ ...context, isSaving: false }, checked, id)
  const found = typeof warnings === 'function' ? await warnings() : warnings
  for (const [field, messages] of Object.entries(found ?? {})) checked.warnings[field] ??= messages
  return { ...checked, merged: { ...checked.merged, _id: context.id } }
}

/** Locks and returns the current record if the caller may do `verb`. Throws 404 when it may not read it, else 403. */
export async function findForWriting<D extends Definition>(
  writing: Context,
  plan: Plan<D>,
  id: string,
  verb: 'update' | 'delete' | 'read',
): Promise<RecordOf<D>> {
  await writing.world.modules.get(plan.definition.name)?.hooks?.beforeLock?.(writing, id)
  const strength = verb === 'delete' ? 'FOR UPDATE' : 'FOR NO KEY UPDATE'
  const record = await findLocked(writing.db, plan, id, strength)
  if (!record || !allows(decide(plan.definition.access, 'read', writing.caller), record)) throw notFound()
  if (await isRecordWithheld(writing, plan, record)) throw notFound()
  if (!allows(decide(plan.definition.access, verb, writing.caller), record)) throw forbidden()
  return record
}

/** Whether the record, or one with these values, is about a protected person and therefore withheld from the caller. */
async function isRecordWithheld(
  { db, caller }: Pick<Context, 'db' | 'caller'>,
  { definition, withholding }: Plan,
  record: Record<string, unknown>,
): Promise<boolean> {
  const of = definition.protection?.of
  if (!withholding?.withheld || !isWithheldFrom(caller) || of === undefined) return false
  const values = sql`SELECT ${record[of] ?? null}::uuid AS ${columnOf(of)}`
  return exists(db, sql`SELECT FROM (${values}) t WHERE ${withholding.withheld.sql}`)
}

/** The record without fields that the caller's role may not read, and with the withheld fields of protected people empty. */
export function restrict<D extends Definition>(
  plan: Plan<D>,
  record: RecordOf<D>,
  caller: Caller,
): RecordOf<D> {
  const isOpen = !isWithheldFrom(caller) || record['isProtected'] === false
  const withheld = isOpen ? undefined : plan.withholding?.withheldFields
  const shown: StoredValues = {}
  for (const { key } of plan.columns(caller)) {
    const value = record[key]
    if (value !== undefined) shown[key] = withheld?.has(key) ? (Array.isArray(value) ? [] : null) : value
  }
  return shown as RecordOf<D>
}

/** Field values that a new record will share with an existing one, such as a new membership with a known person. */
async function findShared(
  writing: Context,
  plan: Plan,
  input: Record<string, unknown>,
): Promise<Record<string, unknown> | undefined> {
  let shared: Record<string, unknown> | undefined
  for (const [via, resource] of throughReferences(plan)) {
    const id = input[via]
    if (!isId(id)) continue
    const target = planOf(writing.world, resource)
    const known = await findRecord(writing.db, target, id.toLowerCase(), fullScope)
    if (!known || !allows(decide(target.definition.access, 'read', writing.caller), known)) continue
    for (const [name, { storage }] of Object.entries(plan.definition.fields)) {
      if (storage.in === 'through' && storage.via === via) (shared ??= {})[name] = known[name]
    }
  }
  return shared
}

function rejectStale(
  plan: Plan,
  input: Record<string, unknown>,
  before: WireRecord | null,
  caller: Caller,
): void {
  const version = input['_version']
  if (!before || version === undefined || version === null || version === before._version) return
  throw conflict('Este registo foi alterado entretanto por outra pessoa.', restrict(plan, before, caller))
}

function hookContext(
  writing: Context,
  plan: Plan,
  {
    id,
    before,
    checked,
    columns = {},
  }: Pick<HookContext, 'id' | 'before'> & { checked: Checked; columns?: StoredValues },
): SaveContext {
  const { values, merged } = checked
  const set = (given: StoredValues, more?: StoredValues) => {
    Object.assign(values, given)
    Object.assign(merged, given)
    Object.assign(columns, more)
  }
  return { ...writing, plan, id, before, values, merged, set }
}

/** Adds the errors of the hook and of the database to those of the input. Returns what else the hook found. */
async function validate(context: CheckContext, checked: Checked, id: string | null) {
  const hook = context.world.modules.get(context.plan.definition.name)?.hooks?.validate
  const [found] = await Promise.all([
    hook?.(context),
    checkAgainstDatabase(context.db, context.plan, checked, id),
  ])
  for (const [field, messages] of Object.entries(found?.errors ?? {})) checked.errors[field] ??= messages
  return { warnings: found?.warnings, locked: found?.locked }
}

/** Writes a validated record: hooks, `through` records, row, audit, changes. */
async function store(
  writing: Context,
  context: SaveContext,
  { columns, locked }: { columns: StoredValues; locked: unknown },
): Promise<WireRecord> {
  const { plan, id, before } = context
  const hooks = writing.world.modules.get(plan.definition.name)?.hooks
  const prepared = await hooks?.beforeSave?.(context, locked)
  const searchText = searchTextOf(plan, context.merged)
  const write = before ? updateRow : insertRow
  const through = await saveThroughRecords(writing, context)
  const [throughEntries, written, saved] = await inOrder([
    Promise.all(through),
    write(writing.db, plan, id, context.values, { searchText, columns }),
    hooks?.afterSave
      ? hooks.afterSave(context, prepared)
      : before
        ? ('unchanged' as const)
        : getRecord(writing, plan, id),
    // Nothing refers to a new record.
    before && refreshDependents(writing, plan.definition, id),
  ])
  const after = (saved === 'unchanged' ? written : saved) ?? (await getRecord(writing, plan, id))
  const entry: AuditEntry = {
    resource: plan.definition.name,
    id,
    action: before ? 'updated' : 'created',
    changes: [
      ...changesBetween(plan, before, after),
      ...secretChanges(plan.definition.fields, context.values),
    ],
  }
  await recordAudit(writing, [entry, ...throughEntries.map((entryOf) => entryOf(after))])
  writing.changes.push({
    resource: plan.definition.name,
    action: before ? 'updated' : 'created',
    id,
    version: after._version,
  })
  return after
}
