import { inOrder } from '../database/transaction.ts'
import type { Definition } from '@agremia/resources/define-resource.ts'
import { referenceBase } from '@agremia/resources/define-resource.ts'
import { allDefinitions } from '@agremia/resources/definitions/index.ts'
import { v7 as newId } from 'uuid'
import { composedOnce, exists, lookUp, many, raiseVersion, sql } from '../database/sql.ts'
import type { AuditEntry } from './audit.ts'
import { changesBetween } from './audit.ts'
import { findLocked, getRecord } from './find-record.ts'
import type { Context, HookContext, SaveContext } from './modules.ts'
import { planOf } from './modules.ts'
import type { Plan } from './plan.ts'
import { columnOf, tableOf } from './plan.ts'
import { insertRow, refreshSearchTextSql, searchTextOf, updateUnread } from './write-row.ts'
import { changesOf, idAndVersion } from './changes.ts'
import type { StoredValues } from './find-record.ts'

/** The audit entry of a `through` record, from the record after the write that shows its fields. */
type ThroughEntry = (shown: StoredValues) => AuditEntry

/**
 * Creates or updates the `through` records of a record. Returns when the statements are sent, so that the record's own follow at once;
 * the audit entries come with the answers.
 */
export async function saveThroughRecords(
  writing: Context,
  context: SaveContext,
): Promise<Promise<ThroughEntry>[]> {
  const records: ThroughRecord[] = []
  for (const [via, { resource, values }] of valuesByReference(context)) {
    const target = planOf(writing.world, resource)
    const known = context.merged[via] as string | null | undefined
    if (known && Object.keys(values).length === 0) continue
    const names = flatNames(context.plan, via, target)
    const before = known ? await readBefore(writing, context, { target, via, id: known, names }) : undefined
    const id = known ?? newId()
    records.push({ target, id, values, names, before, isNew: !known })
    if (!known) context.set({ [via]: id })
  }
  return records.map((record) => saveThroughRecord(writing, context.id, record))
}

interface ThroughRecord {
  target: Plan
  id: string
  values: StoredValues
  /** Its fields that the record shows. */
  names: readonly string[]
  before: StoredValues | undefined
  isNew: boolean
}

async function saveThroughRecord(
  writing: Context,
  dependentId: string,
  { target, id, values, names, before, isNew }: ThroughRecord,
): Promise<ThroughEntry> {
  const { db, changes } = writing
  const { definition } = target
  const { name: resource } = definition
  const searchText = searchTextOf(target, { ...before, ...values })
  if (isNew) {
    const [, created] = await inOrder([
      insertRow(db, target, id, withDefaults(definition, values), { searchText }),
      getRecord(writing, target, id),
    ])
    changes.push({ resource, action: 'created', id, version: created._version })
    return () => ({ resource, id, action: 'created', changes: changesBetween(target, null, created) })
  }
  const [version] = await inOrder([
    updateUnread(db, target, id, values, { searchText }),
    refreshDependents(writing, definition, id, dependentId),
  ])
  changes.push({ resource, action: 'updated', id, version })
  return (shown) => ({
    resource,
    id,
    action: 'updated',
    changes: changesBetween(target, before ?? {}, { ...before, ...pick(shown, names) }),
  })
}

function pick(record: StoredValues, names: readonly string[]): StoredValues {
  return Object.fromEntries(names.map((name) => [name, record[name]]))
}

/**
 * The `through` record before the change. Its row is locked together with the record, which has its flat fields: it is read only
 * when its search text needs other fields, or when the record has just been linked to it.
 */
async function readBefore(
  { db }: Pick<Context, 'db'>,
  { before }: HookContext,
  { target, via, id, names }: { target: Plan; via: string; id: string; names: readonly string[] },
): Promise<StoredValues | undefined> {
  const isRead = before?.[via] === id && target.searchable.every((name) => names.includes(name))
  return isRead ? pick(before, names) : findLocked(db, target, id)
}

/** The names of the target's fields, and labels of its references, that the records of a plan show. */
function flatNames({ definition: { fields } }: Plan, via: string, target: Plan): string[] {
  return Object.entries(target.definition.fields).flatMap(([name, { reference }]) => {
    const storage = fields[name]?.storage
    if (storage?.in !== 'through' || storage.via !== via) return []
    return reference ? [name, `${referenceBase(name)}Label`] : [name]
  })
}

/**
 * Records that show this one's fields changed too: updates their version and search text and announces them. Mostly there are none,
 * and an UPDATE of no rows costs more than looking for them, since it runs the triggers of totals.
 */
export async function refreshDependents(
  writing: Context,
  definition: Definition,
  id: string,
  except?: string,
): Promise<void> {
  for (const { definition: dependent, via } of dependentsOf(definition.name)) {
    const values = [id, except ?? null]
    const where = () =>
      sql`t.${columnOf(via)} = ${values[0]}::uuid AND t.id IS DISTINCT FROM ${values[1]}::uuid`
    const find = composedOnce(
      dependent,
      `find by ${via}`,
      values,
      () => sql`SELECT FROM ${tableOf(dependent)} t WHERE ${where()} LIMIT 1`,
    )
    if (!(await exists(writing.db, lookUp(find)))) continue
    const refresh = composedOnce(dependent, `refresh by ${via}`, values, () => {
      const others = sql`${raiseVersion('t')}, `
      return sql`${refreshSearchTextSql(dependent, { where: where(), others })} RETURNING t.id, t.version`
    })
    const rows = await many(writing.db, refresh, idAndVersion)
    writing.changes.push(...changesOf(dependent.name, 'updated', rows))
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

interface Dependent {
  definition: Definition
  /** Its reference field. */
  via: string
}

const dependents = new Map<string, Dependent[]>()

/** The definitions that show fields of the resource by `through`. */
function dependentsOf(resource: string): Dependent[] {
  let found = dependents.get(resource)
  if (!found) {
    found = allDefinitions.flatMap((definition) => {
      const shown = Object.values(definition.fields).flatMap(({ storage }) =>
        storage.in === 'through' && storage.resource === resource ? [storage.via] : [],
      )
      return [...new Set(shown)].map((via) => ({ definition, via }))
    })
    dependents.set(resource, found)
  }
  return found
}
