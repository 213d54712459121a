import type { Role } from '@agremia/resources/access.ts'
import type { Definition } from '@agremia/resources/define-resource.ts'
import { referenceBase } from '@agremia/resources/define-resource.ts'
import { getDefinition } from '@agremia/resources/definitions/index.ts'
import { mayReadField } from '@agremia/resources/describe.ts'
import type { Field } from '@agremia/resources/fields.ts'
import { isAlwaysPresent } from '@agremia/resources/fields.ts'
import { toSnakeCase } from '@agremia/resources/paths.ts'
import type { Sql } from '../database/sql.ts'
import { join, literals, raw, sql } from '../database/sql.ts'
import type { ToJson } from './codec.ts'
import { selectable, toJson } from './codec.ts'

/** A value that no column holds: how to select it and how to write it. */
export interface ComputedColumn {
  sql: (alias: string) => Sql
  toJson: ToJson
}

/** Resource → field → how the area computes it. */
export type ComputedColumns = Record<string, Record<string, ComputedColumn>>

/** An SQL expression of a record `t`, and the alias of the table that it reads. */
export interface Expression {
  sql: Sql
  alias: string
}

export interface Column extends Expression {
  key: string
  toJson: ToJson
  field?: Field
}

export interface Join {
  alias: string
  sql: Sql
  /** The alias that its condition reads besides its own. */
  needs: string
  /** Holds fields that are only shown with the record: it is neither locked nor written with it. */
  isBeside?: true
}

/** Choices are listed as their definition names them, references to settings by the order set there. */
export interface Rank {
  /** What each record is put in order by. */
  keys: Expression[]
  /** The values and their places, as a table of `value` and `place`. */
  values: Sql
}

/** How a definition stands in the database: its table, its joins and what each field selects. */
export interface Plan {
  definition: Definition
  table: Sql
  /** Joins that hold fields of the record; present in every query. */
  through: Join[]
  /** Joins that only bring labels. */
  labels: Join[]
  /** SQL of each field by name, for conditions and orders. */
  expressions: Record<string, Expression>
  /** SQL of fields that have a copy in the record's own table, for orders alone: an index of the copy finds deep pages. */
  orders: Record<string, Expression>
  /** The order of fields whose values have an order of their own. */
  ranks: Record<string, Rank>
  /** What the role may read of a record, or of each record of a list. */
  columns(role: Role, of?: 'record' | 'list'): Column[]
  searchable: string[]
}

const systemColumns: Column[] = [
  { key: '_id', ...own('id'), toJson: toJson.uuid },
  { key: '_created_at', ...own('created_at'), toJson: toJson.instant },
  { key: '_updated_at', ...own('updated_at'), toJson: toJson.instant },
  { key: '_version', ...own('version'), toJson: toJson.integer },
]

/** A column of the record's own table. */
function own(column: string): Expression {
  return { sql: sql`t.${raw(column)}`, alias: 't' }
}

export function tableNameOf(definition: Definition): string {
  return toSnakeCase(definition.name)
}

export function tableOf(definition: Definition): Sql {
  return raw(tableNameOf(definition))
}

/** A column's name, quoted: some fields carry words of SQL (`order`). */
export function columnOf(fieldName: string): Sql {
  return raw(`"${toSnakeCase(fieldName)}"`)
}

export function makePlan(definition: Definition, computed: ComputedColumns): Plan {
  const through = new Map<string, Join>()
  const labels = new Map<string, LabelJoin>()
  const expressions: Record<string, Expression> = {
    _id: own('id'),
    created_at: own('created_at'),
    _created_at: own('created_at'),
    updated_at: own('updated_at'),
    _updated_at: own('updated_at'),
  }
  const columns: Column[] = []
  const ranks: Record<string, Rank> = {}
  for (const [name, field] of Object.entries(definition.fields)) placeOf(definition, name, field, through)
  for (const [name, field] of Object.entries(definition.fields)) {
    const place = placeOf(definition, name, field, through)
    if (!place) continue
    const { alias } = place
    const instead = computed[place.resource]?.[name]
    if (field.storage.in === 'none' || instead) {
      if (instead) columns.push({ key: name, sql: instead.sql(alias), alias, toJson: instead.toJson, field })
      // A column that is shown otherwise is ordered and filtered by what is shown.
      if (instead && field.storage.in === 'own')
        expressions[name] = { sql: sql`(${instead.sql(alias)})`, alias }
      continue
    }
    const expression = columnIn(alias, name)
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
  const known = new Map<string, Column[]>()
  return {
    definition,
    table: tableOf(definition),
    orders: isTitleCopied(definition) ? { [definition.title]: own('label') } : {},
    through: [...through.values()],
    labels: [...labels.values()],
    expressions,
    ranks,
    searchable: Object.keys(definition.fields).filter((name) => definition.fields[name]?.searchable),
    columns(role, of = 'record') {
      const held = known.get(`${role} ${of}`)
      if (held) return held
      const readable = columns.filter(({ field }) => !field || mayReadField(field, role))
      const wanted = of === 'list' ? readable.filter(({ field }) => !field?.detail) : readable
      const all = [...systemColumns, ...wanted]
      known.set(`${role} ${of}`, all)
      return all
    },
  }
}

/** The alias that holds the field, and the resource whose area may compute it. */
function placeOf(definition: Definition, name: string, field: Field, joins: Map<string, Join>) {
  if (field.storage.in !== 'through' && field.storage.in !== 'beside') {
    return field.writeOnly ? undefined : { alias: 't', resource: definition.name }
  }
  const { via, resource } = field.storage
  const isBeside = field.storage.in === 'beside'
  const own = via === '_id'
  // A record of another resource that has the same id as the one that is referred to.
  const isTwin = !own && definition.fields[via]?.reference !== resource
  const alias = own ? `b_${resource}` : `j_${via}${isTwin ? `_${resource}` : ''}`
  const target = getDefinition(resource)
  // Where the reference may be empty, there is nothing beside the record, and the record stays.
  const join =
    isBeside && !own && !isAlwaysPresent(definition.fields[via] as Field) ? sql`LEFT JOIN` : sql`JOIN`
  const reference = own ? columnIn('t', 'id') : referenceOf(definition, via, joins)
  joins.set(alias, { ...joinOf(join, target, alias, reference), ...(isBeside && { isBeside }) })
  return target.fields[name]?.writeOnly ? undefined : { alias, resource }
}

/** Where a reference is kept, which may be in a record that is joined itself. */
function referenceOf(definition: Definition, via: string, joins: Map<string, Join>): Expression {
  const field = definition.fields[via]
  const holder = field && placeOf(definition, via, field, joins)
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

/** A reference's display text, and the tone of its badge where the definition has one. */
function labelColumns(
  name: string,
  field: Field,
  expression: Expression,
  { through, labels }: { through: Map<string, Join>; labels: Map<string, LabelJoin> },
): Column[] {
  const target = getDefinition(field.reference as string)
  const base = referenceBase(name)
  // A record whose fields are carried flat is joined already.
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

/** The order of a field's values, where it is another than that of what the column holds. */
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

/** A join that brings the label of the reference `of`. */
interface LabelJoin extends Join {
  of: Expression
  table: string
}

function isSame(one: Expression, other: Expression): boolean {
  return one.sql.text === other.sql.text
}

/** Joins the record of a reference for its label, unless it is joined already for another; answers its alias. */
function joinLabel(
  target: Definition,
  reference: Expression,
  alias: string,
  joins: Map<string, LabelJoin>,
): string {
  const known = [...joins.values()].find((join) => join.table === target.name && isSame(join.of, reference))
  if (known) return known.alias
  const label = joinOf(sql`LEFT JOIN`, target, alias, reference)
  joins.set(alias, { ...label, of: reference, table: target.name })
  return alias
}

/** Whether the title is a field of another table, of which triggers keep a copy in the column `label`. */
function isTitleCopied({ fields, title }: Definition): boolean {
  return fields[title]?.storage.in === 'through'
}

/** The title of a record, which is its label wherever it is referred to. */
function titleOf(definition: Definition, alias: string, joins: Map<string, LabelJoin>): Expression {
  const field = definition.fields[definition.title] as Field
  if (isTitleCopied(definition)) return { sql: sql`${raw(alias)}.label`, alias }
  const title = columnIn(alias, definition.title)
  if (!field.reference) return title
  const target = getDefinition(field.reference)
  return titleOf(target, joinLabel(target, title, `${alias}_title`, joins), joins)
}

/** Joins rows of raw text into JSON records. One string per page; no object is built. */
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
