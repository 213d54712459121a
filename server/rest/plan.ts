import type { FieldReader } from '@agremia/resources/access.ts'
import { readerKey } from '@agremia/resources/access.ts'
import type { Definition } from '@agremia/resources/define-resource.ts'
import { isWithheld, referenceBase } from '@agremia/resources/define-resource.ts'
import { getDefinition } from '@agremia/resources/definitions/index.ts'
import { people } from '@agremia/resources/definitions/people.ts'
import { mayReadField } from '@agremia/resources/describe.ts'
import type { Field } from '@agremia/resources/fields.ts'
import { isAlwaysPresent } from '@agremia/resources/fields.ts'
import type { JsonShape } from '@agremia/resources/json-shape.ts'
import { toSnakeCase } from '@agremia/resources/letter-case.ts'
import { fiscalYearSql } from '../database/fiscal-year.ts'
import type { Sql } from '../database/sql.ts'
import { join, literals, raw, sql } from '../database/sql.ts'
import type { ToJson } from './codec.ts'
import { selectable, toJson } from './codec.ts'

export interface Filter {
  field: string
  operator: 'in' | 'from' | 'to'
  values: unknown[]
  /** `field` is a reference, and this the filter of the records that it refers to. */
  referred?: { plan: Plan; filter: Filter }
}

/** A value without a column: its expression and its conversion to JSON. */
export interface ComputedColumn {
  /** `filters` are those of the list whose condition reads it. */
  sql: (alias: string, filters?: readonly Filter[]) => Sql
  toJson: ToJson
  /** What the value looks like, when that is not what the field is written as. */
  shape?: JsonShape
}

/** Resource → field → computed column. */
export type ComputedColumns = Record<string, Record<string, ComputedColumn>>

/** An SQL expression over a record `t` and its joins, and the alias that it reads. */
export interface Expression {
  sql: Sql
  alias: string
  /** The expression in the condition of a list with these filters, of values that depend on them. */
  among?: (filters: readonly Filter[]) => Sql
}

export interface Column extends Expression {
  key: string
  toJson: ToJson
  field?: Field
  shape?: JsonShape
}

export interface Join {
  alias: string
  sql: Sql
  /** The other alias that its condition reads. */
  needs: string
  /** Joins read-only fields of another record (`beside`): neither locked nor written with this one. */
  isBeside?: true
}

/** Sort order of values that differs from their alphabetical one: choices as in the definition, references by their `order`. */
export interface Rank {
  /** Expressions to sort records by. */
  keys: Expression[]
  /** A query of the values (`value`) and their position (`place`). */
  values: Sql
}

/** How a definition is stored: table, joins and the columns of each field. */
export interface Plan<D extends Definition = Definition> {
  definition: D
  table: Sql
  /** Joins of tables with fields of the record, by `through` or `beside`. */
  through: Join[]
  /** Joins that only provide labels of references. */
  labels: Join[]
  /** Expression of each field, for conditions and sorting. */
  expressions: Record<string, Expression>
  /** Expression to sort by, of fields that have a copy in the record's own table: an index of the copy finds deep pages. */
  orders: Record<string, Expression>
  /** Ranks of the fields that have one. */
  ranks: Record<string, Rank>
  /** Columns that the reader may read, of a record or of the records of a list. */
  columns(reader: FieldReader, of?: 'record' | 'list'): Column[]
  searchable: string[]
  /** The plan that withholds the data of protected people; undefined when no data of people depend on protection. */
  withholding?: Plan
  /** Whether a record is withheld, in the plan that withholds. */
  withheld?: Expression
  /** The fields of protected people that the plan withholds. */
  withheldFields?: ReadonlySet<string>
}

const systemColumns: Column[] = [
  { key: '_id', ...ownColumn('id'), toJson: toJson.uuid },
  { key: '_created_at', ...ownColumn('created_at'), toJson: toJson.instant },
  { key: '_updated_at', ...ownColumn('updated_at'), toJson: toJson.instant },
  { key: '_version', ...ownColumn('version'), toJson: toJson.integer },
]

/** A column of the record's own table. */
function ownColumn(column: string): Expression {
  return { sql: sql`t.${raw(column)}`, alias: 't' }
}

export function tableNameOf(definition: Definition): string {
  return toSnakeCase(definition.name)
}

export function tableOf(definition: Definition): Sql {
  return raw(tableNameOf(definition))
}

/** A column's name, quoted: some fields have SQL keywords as names (`order`). */
export function columnOf(fieldName: string): Sql {
  return raw(`"${toSnakeCase(fieldName)}"`)
}

export function makePlan(definition: Definition, computed: ComputedColumns): Plan {
  const plan = planWith(definition, computed, (of) => of.column)
  const { protection } = definition
  const withheldFields = new Set<string>()
  const withholding = planWith(definition, computed, ({ column, alias, name, resource, isList }) => {
    const source = getDefinition(resource)
    if (!isWithheld(source, name)) return column
    withheldFields.add(name)
    return sql`(CASE WHEN ${isProtectedSql(source, alias)} THEN ${isList ? sql`'{}'` : sql`NULL`} ELSE ${column} END)`
  })
  const withheld = protection?.withholds === 'record' && { sql: isProtectedSql(definition, 't'), alias: 't' }
  if (withheldFields.size === 0 && !withheld) return plan
  return { ...plan, withholding: { ...withholding, withheldFields, ...(withheld && { withheld }) } }
}

/** SQL: the person of a record is protected. The subquery is a few records, and runs once. */
export function isProtectedSql({ protection, fields }: Definition, alias: string): Sql {
  const { of = '_id' } = protection ?? {}
  if (of === '_id') return sql`${raw(alias)}.is_protected`
  return sql`coalesce(${raw(alias)}.${columnOf(of)} IN (${protectedIds(fields[of]?.reference)}), false)`
}

/** SQL: the ids of the records of a resource that are about protected people. */
export function protectedIds(resource: string = people.name): Sql {
  if (resource === people.name) return sql`SELECT pp.id FROM people pp WHERE pp.is_protected`
  const definition = getDefinition(resource)
  const { protection, fields } = definition
  if (!protection) throw new Error(`${resource} declares no protection`)
  const alias = raw(`p_${resource}`)
  return sql`SELECT ${alias}.id FROM ${tableOf(definition)} ${alias} WHERE ${alias}.${columnOf(protection.of)} IN (${protectedIds(fields[protection.of]?.reference)})`
}

/** A column of a record, before it is read. */
interface Source {
  column: Sql
  alias: string
  name: string
  resource: string
  isList: boolean
}

/** The column of a field of accounting years. */
function yearColumn(of: string): ComputedColumn {
  return {
    sql: (alias) => fiscalYearSql(columnIn(alias, of).sql),
    toJson: toJson.integer,
    shape: 'integer',
  }
}

function planWith(definition: Definition, computed: ComputedColumns, read: (of: Source) => Sql): Plan {
  const through = new Map<string, Join>()
  const labels = new Map<string, LabelJoin>()
  const expressions: Record<string, Expression> = {
    _id: ownColumn('id'),
    created_at: ownColumn('created_at'),
    _created_at: ownColumn('created_at'),
    updated_at: ownColumn('updated_at'),
    _updated_at: ownColumn('updated_at'),
  }
  const columns: Column[] = []
  const ranks: Record<string, Rank> = {}
  for (const [name, field] of Object.entries(definition.fields)) sourceOf(definition, name, field, through)
  for (const [name, field] of Object.entries(definition.fields)) {
    const place = sourceOf(definition, name, field, through)
    if (!place) continue
    const { alias, resource } = place
    const isList = field.column === 'list'
    const readAs = (column: Sql) => read({ column, alias, name, resource, isList })
    const computedColumn = field.yearOf ? yearColumn(field.yearOf) : computed[place.resource]?.[name]
    if (field.storage.in === 'none' || computedColumn) {
      if (computedColumn)
        columns.push({
          key: name,
          sql: readAs(computedColumn.sql(alias)),
          alias,
          toJson: computedColumn.toJson,
          field,
          ...(computedColumn.shape && { shape: computedColumn.shape }),
        })
      // Filters and sorting use the computed value if it replaces the column's; of others only filters that are declared.
      if (computedColumn && (field.storage.in === 'own' || field.filterable)) {
        const among = (filters: readonly Filter[] = []) =>
          sql`(${readAs(computedColumn.sql(alias, filters))})`
        expressions[name] = { sql: among(), alias, among }
        if (field.reference)
          columns.push(...labelColumns(name, field, expressions[name], { through, labels }))
      }
      continue
    }
    const expression = { sql: readAs(columnIn(alias, name).sql), alias }
    expressions[name] = expression
    columns.push({
      key: name,
      sql: selectable(field.column, expression.sql),
      alias,
      toJson: toJson[field.column],
      field,
    })
    if (field.reference) columns.push(...labelColumns(name, field, expression, { through, labels }))
    const rank = field.sortable && isAlwaysPresent(field) && rankOf(field, expression, labels)
    if (rank) ranks[name] = rank
  }
  const columnsByReader = new Map<string, Column[]>()
  return {
    definition,
    table: tableOf(definition),
    orders: isTitleCopied(definition) ? { [definition.title]: ownColumn('label') } : {},
    through: [...through.values()],
    labels: [...labels.values()],
    expressions,
    ranks,
    searchable: Object.keys(definition.fields).filter((name) => definition.fields[name]?.searchable),
    columns(reader, of = 'record') {
      const key = `${readerKey(reader)} ${of}`
      const cached = columnsByReader.get(key)
      if (cached) return cached
      const readable = columns.filter(({ field }) => !field || mayReadField(field, reader))
      const ofView = of === 'list' ? readable.filter(({ field }) => !field?.detail) : readable
      const all = [...systemColumns, ...ofView]
      columnsByReader.set(key, all)
      return all
    },
  }
}

/** The alias of the table with the field, and the resource whose area may compute it. Adds the join. */
function sourceOf(definition: Definition, name: string, field: Field, joins: Map<string, Join>) {
  if (field.storage.in !== 'through' && field.storage.in !== 'beside') {
    return field.writeOnly ? undefined : { alias: 't', resource: definition.name }
  }
  const { via, resource } = field.storage
  const isBeside = field.storage.in === 'beside'
  const isSameId = via === '_id'
  // The table of another resource whose record has the same id as the referenced one.
  const hasSharedId = !isSameId && definition.fields[via]?.reference !== resource
  const alias = isSameId ? `b_${resource}` : `j_${via}${hasSharedId ? `_${resource}` : ''}`
  const target = getDefinition(resource)
  // LEFT JOIN for optional references, so that records without one stay in the result.
  const join =
    isBeside && !isSameId && !isAlwaysPresent(definition.fields[via] as Field) ? sql`LEFT JOIN` : sql`JOIN`
  const reference = isSameId ? columnIn('t', 'id') : referenceOf(definition, via, joins)
  joins.set(alias, { ...joinOf(join, target, alias, reference), ...(isBeside && { isBeside }) })
  return target.fields[name]?.writeOnly ? undefined : { alias, resource }
}

/** The column of a reference. It may itself be in a joined table. */
function referenceOf(definition: Definition, via: string, joins: Map<string, Join>): Expression {
  const field = definition.fields[via]
  const holder = field && sourceOf(definition, via, field, joins)
  return columnIn(holder?.alias ?? 't', via)
}

function columnIn(alias: string, fieldName: string): Expression {
  return { sql: sql`${raw(alias)}.${columnOf(fieldName)}`, alias }
}

function joinOf(kind: Sql, target: Definition, alias: string, reference: Expression): Join {
  const as = raw(alias)
  return {
    alias,
    sql: sql`${kind} ${tableOf(target)} ${as} ON ${as}.id = ${reference.sql}`,
    needs: reference.alias,
  }
}

/** Columns with a reference's label and, if its definition has badges, their tone. */
function labelColumns(
  name: string,
  field: Field,
  expression: Expression,
  { through, labels }: { through: Map<string, Join>; labels: Map<string, LabelJoin> },
): Column[] {
  const target = getDefinition(field.reference as string)
  const base = referenceBase(name)
  // The `through` join already has the record.
  const joined = through.get(`j_${name}`)
  const alias = joined?.alias ?? joinLabel(target, expression, `l_${base}`, labels)
  const columns: Column[] = [
    { key: `${base}Label`, ...titleOf(target, alias, labels), toJson: toJson.text, field },
  ]
  if (field.badge && target.tone) {
    columns.push({ key: `${base}Tone`, ...columnIn(alias, target.tone), toJson: toJson.text, field })
  }
  return columns
}

/** The rank of a field; undefined when the order of its column is right. */
function rankOf(field: Field, expression: Expression, labels: Map<string, LabelJoin>): Rank | undefined {
  if (field.reference) {
    const target = getDefinition(field.reference)
    const ordered = ['order' in target.fields ? ['order'] : [], target.title].flat()
    const alias = [...labels.values()].find(({ of }) => isSame(of, expression))?.alias
    if (alias === undefined || target.fields[target.title]?.storage.in !== 'own') return undefined
    return {
      keys: ordered.map((column) => columnIn(alias, column)),
      values: sql`SELECT id AS value, row_number() OVER (ORDER BY ${join(ordered.map(columnOf), ', ')}) AS place FROM ${tableOf(target)}`,
    }
  }
  if (!field.options || field.column !== 'text') return undefined
  const options = literals(field.options.map(({ value }) => value))
  return {
    keys: [{ sql: sql`array_position(ARRAY[${options}], ${expression.sql})`, alias: expression.alias }],
    values: sql`SELECT * FROM unnest(ARRAY[${options}]) WITH ORDINALITY o (value, place)`,
  }
}

/** A join for the label of the reference `of`. */
interface LabelJoin extends Join {
  of: Expression
  table: string
}

function isSame(one: Expression, other: Expression): boolean {
  return one.sql.text === other.sql.text
}

/** Adds the join for a reference's label, unless the same record is joined already. Returns its alias. */
function joinLabel(
  target: Definition,
  reference: Expression,
  alias: string,
  joins: Map<string, LabelJoin>,
): string {
  const existing = [...joins.values()].find(
    (join) => join.table === target.name && isSame(join.of, reference),
  )
  if (existing) return existing.alias
  const label = joinOf(sql`LEFT JOIN`, target, alias, reference)
  joins.set(alias, { ...label, of: reference, table: target.name })
  return alias
}

/** Whether the title is a `through` field: triggers copy it to the column `label`. */
function isTitleCopied({ fields, title }: Definition): boolean {
  return fields[title]?.storage.in === 'through'
}

/** The label of a record: its title, or the copy of it. */
function titleOf(definition: Definition, alias: string, joins: Map<string, LabelJoin>): Expression {
  const field = definition.fields[definition.title] as Field
  if (isTitleCopied(definition)) return { sql: sql`${raw(alias)}.label`, alias }
  const title = columnIn(alias, definition.title)
  if (!field.reference) return title
  const target = getDefinition(field.reference)
  return titleOf(target, joinLabel(target, title, `${alias}_title`, joins), joins)
}

/** Converts rows of raw text to a JSON array. Builds one string per page and no objects. */
export function rowsToJson(columns: Column[], rows: (string | null)[][]): string {
  let json = '['
  for (let index = 0; index < rows.length; index++) {
    if (index > 0) json += ','
    json += rowToJson(columns, rows[index] as (string | null)[])
  }
  return `${json}]`
}

const prefixes = new WeakMap<Column[], string[]>()

export function rowToJson(columns: Column[], row: (string | null)[]): string {
  let keys = prefixes.get(columns)
  if (!keys) {
    keys = columns.map((column, index) => `${index === 0 ? '{' : ','}${JSON.stringify(column.key)}:`)
    prefixes.set(columns, keys)
  }
  let json = ''
  for (let index = 0; index < columns.length; index++) {
    const raw = row[index]
    json += keys[index]
    json += raw === null || raw === undefined ? 'null' : (columns[index] as Column).toJson(raw)
  }
  return `${json}}`
}
