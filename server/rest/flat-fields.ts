import type { Definition } from '@agremia/resources/define-resource.ts'
import { referenceBase } from '@agremia/resources/define-resource.ts'
import { allDefinitions } from '@agremia/resources/definitions/index.ts'
import { v7 as newId } from 'uuid'
import { many, prepared, raiseVersion, sql } from '../database/sql.ts'
import type { AuditEntry } from './audit.ts'
import { changesBetween } from './audit.ts'
import { findLocked, getRecord } from './find-record.ts'
import type { HookContext } from './modules.ts'
import { planOf } from './modules.ts'
import type { Plan } from './plan.ts'
import { columnOf } from './plan.ts'
import { insertRow, refreshSearchTextSql, searchTextOf, updateRow } from './write-row.ts'
import { changesOf, idAndVersion } from './changes.ts'
import type { StoredValues } from './write-row.ts'
import type { WriteContext } from './write.ts'

/** Creates or updates the `through` records of a record. Returns their audit entries. */
export async function saveThroughRecords(writing: WriteContext, context: HookContext): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = []
  for (const [via, { resource, values }] of valuesByReference(context)) {
    const target = planOf(writing.engine, resource)
    const known = (context.merged[via] as string | null | undefined) ?? null
    const id = known ?? newId()
    if (known && Object.keys(values).length === 0) continue
    const before = known ? await readBefore(writing, context, target, via, known) : null
    const searchText = searchTextOf(target, { ...before, ...values })
    if (!known)
      await insertRow(writing.db, target, id, withDefaults(target.definition, values), { searchText })
    // Sent one after the other; the second sees what the first wrote.
    const [after] = await Promise.all([
      known ? updateRow(writing.db, target, id, values, { searchText }) : getRecord(writing, target, id),
      refreshDependents(writing, target.definition, id, context.id),
    ])
    if (!known) context.values[via] = context.merged[via] = id
    entries.push({
      resource,
      id,
      action: known ? 'updated' : 'created',
      changes: changesBetween(target, before ? { ...after, ...before } : null, after),
    })
    writing.changes.push({ resource, action: known ? 'updated' : 'created', id, version: after._version })
  }
  return entries
}

/**
 * The `through` record before the change. Its row is locked together with the record, which has its flat fields: it is read only
 * when its search text needs other fields, or when the record has just been linked to it.
 */
async function readBefore(
  { db }: Pick<WriteContext, 'db'>,
  { plan, before }: HookContext,
  target: Plan,
  via: string,
  id: string,
): Promise<Record<string, unknown> | undefined> {
  const { fields } = plan.definition
  const isFlat = (name: string) => {
    const storage = fields[name]?.storage
    return storage?.in === 'through' && storage.via === via
  }
  if (before?.[via] !== id || !target.searchable.every(isFlat)) return findLocked(db, target, id)
  const names = Object.keys(target.definition.fields)
    .filter(isFlat)
    .flatMap((name) =>
      target.definition.fields[name]?.reference ? [name, `${referenceBase(name)}Label`] : [name],
    )
  return Object.fromEntries(names.map((name) => [name, before[name]]))
}

/** Records that show this one's fields changed too: updates their version and search text and announces them. */
export async function refreshDependents(
  writing: WriteContext,
  definition: Definition,
  id: string,
  except?: string,
): Promise<void> {
  for (const dependent of dependentsOf(allDefinitions, definition.name)) {
    const where = sql`t.${columnOf(dependent.via)} = ${id} AND t.id IS DISTINCT FROM ${except ?? null}`
    const others = sql`${raiseVersion('t')}, `
    const refresh = refreshSearchTextSql(dependent.definition, { where, others })
    const rows = await many(writing.db, prepared(sql`${refresh} RETURNING t.id, t.version`), idAndVersion)
    writing.changes.push(...changesOf(dependent.definition.name, 'updated', rows))
  }
}

/** The reference fields of `through` fields, with the resource each refers to. */
export function throughReferences({ definition }: Plan): Map<string, string> {
  const vias = new Map<string, string>()
  for (const { storage } of Object.values(definition.fields)) {
    if (storage.in === 'through') vias.set(storage.via, storage.resource)
  }
  return vias
}

function valuesByReference({
  plan,
  values,
}: HookContext): Map<string, { resource: string; values: StoredValues }> {
  const found = new Map(
    [...throughReferences(plan)].map(([via, resource]) => [via, { resource, values: {} as StoredValues }]),
  )
  for (const [name, { storage }] of Object.entries(plan.definition.fields)) {
    if (storage.in === 'through' && name in values) found.get(storage.via)!.values[name] = values[name]
  }
  return found
}

function withDefaults(definition: Definition, values: StoredValues): StoredValues {
  const filled: StoredValues = { ...values }
  for (const [name, field] of Object.entries(definition.fields)) {
    if (!(name in filled) && field.default !== undefined) filled[name] = field.default
  }
  return filled
}

/** The definitions that show fields of the resource by `through`, and the reference field of each. */
export function dependentsOf(
  definitions: Iterable<Definition>,
  resource: string,
): { definition: Definition; via: string }[] {
  const found: { definition: Definition; via: string }[] = []
  for (const definition of definitions) {
    for (const field of Object.values(definition.fields)) {
      if (field.storage.in !== 'through' || field.storage.resource !== resource) continue
      const { via } = field.storage
      if (!found.some((known) => known.definition === definition && known.via === via))
        found.push({ definition, via })
    }
  }
  return found
}
