import type { Role } from '@agremia/resources/access.ts'
import type { Definition } from '@agremia/resources/define-resource.ts'
import { referenceBase } from '@agremia/resources/define-resource.ts'
import { getDefinition } from '@agremia/resources/definitions/index.ts'
import { mayReadField } from '@agremia/resources/describe.ts'
import type { Field } from '@agremia/resources/fields.ts'
import { isAlwaysPresent } from '@agremia/resources/fields.ts'
import { toSnakeCase } from '@agremia/resources/paths.ts'
import type { ToJson } from './codec.ts'
import { selectable, toJson } from './codec.ts'

/** A value that no column holds: how to select it and how to say it. */
export interface ComputedColumn {
  sql: (alias: string) => string
  toJson: ToJson
}

/** Resource → field → how the area computes it. */
export type ComputedColumns = Record<string, Record<string, ComputedColumn>>

export interface Column {
  key: string
  sql: string
  toJson: ToJson
  field?: Field
}

interface Join {
  alias: string
  sql: string
  /** Holds fields that are only shown with the record: it is neither locked nor written with it. */
  isBeside?: true
}

/** Choices are listed as their definition names them, references to settings by the order set there. */
export interface Rank {
  /** What each record is put in order by. */
  keys: string[]
  /** The values and their places, as a table of `value` and `place`. */
  values: string
}

/** How a definition stands in the database: its table, its joins and what each field selects. */
export interface Plan {
  definition: Definition
  table: string
  /** Joins that hold fields of the record; present in every query. */
  through: Join[]
  /** Joins that only bring labels. */
  labels: Join[]
  /** SQL of each field by name, for conditions and orders. */
  expressions: Record<string, string>
  /** The order of fields whose values have an order of their own. */
  ranks: Record<string, Rank>
  /** What the role may read of a record, or of each record of a list. */
  columns(role: Role, of?: 'record' | 'list'): Column[]
  searchable: string[]
}

const systemColumns: Column[] = [
  { key: '_id', sql: 't.id', toJson: toJson.uuid },
  { key: '_created_at', sql: 't.created_at', toJson: toJson.instant },
  { key: '_updated_at', sql: 't.updated_at', toJson: toJson.instant },
  { key: '_version', sql: 't.version', toJson: toJson.integer },
]

export function tableOf(definition: Definition): string {
  return toSnakeCase(definition.name)
}

/** A column's name, quoted: some fields carry words of SQL (`order`). */
export function columnOf(fieldName: string): string {
  return `"${toSnakeCase(fieldName)}"`
}

export function makePlan(definition: Definition, computed: ComputedColumns): Plan {
  const through = new Map<string, Join>()
  const labels = new Map<string, Join>()
  const expressions: Record<string, string> = {
    _id: 't.id',
    created_at: 't.created_at',
    _created_at: 't.created_at',
    updated_at: 't.updated_at',
    _updated_at: 't.updated_at',
  }
  const columns: Column[] = []
  const ranks: Record<string, Rank> = {}
  for (const [name, field] of Object.entries(definition.fields)) placeOf(definition, name, field, through)
  for (const [name, field] of Object.entries(definition.fields)) {
    const place = placeOf(definition, name, field, through)
    if (!place) continue
    const own = computed[place.resource]?.[name]
    if (field.storage.in === 'none' || own) {
      if (own) columns.push({ key: name, sql: own.sql(place.alias), toJson: own.toJson, field })
      // A column that is shown otherwise is ordered and filtered by what is shown.
      if (own && field.storage.in === 'own') expressions[name] = `(${own.sql(place.alias)})`
      continue
    }
    const expression = `${place.alias}.${columnOf(name)}`
    expressions[name] = expression
    columns.push({
      key: name,
      sql: selectable(field.column, expression),
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
  const join = isBeside && !own && !isAlwaysPresent(definition.fields[via] as Field) ? 'LEFT JOIN' : 'JOIN'
  const sql = `${join} ${tableOf(target)} ${alias} ON ${alias}.id = ${own ? 't.id' : referenceOf(definition, via, joins)}`
  joins.set(alias, { alias, sql, ...(isBeside && { isBeside }) })
  return target.fields[name]?.writeOnly ? undefined : { alias, resource }
}

/** Where a reference is kept, which may be in a record that is joined itself. */
function referenceOf(definition: Definition, via: string, joins: Map<string, Join>): string {
  const field = definition.fields[via]
  const holder = field && placeOf(definition, via, field, joins)
  return `${holder?.alias ?? 't'}.${columnOf(via)}`
}

/** A reference's display text, and the tone of its badge where the definition has one. */
function labelColumns(
  name: string,
  field: Field,
  expression: string,
  { through, labels }: { through: Map<string, Join>; labels: Map<string, Join> },
): Column[] {
  const target = getDefinition(field.reference as string)
  const base = referenceBase(name)
  // A record whose fields are carried flat is joined already.
  const joined = through.get(`j_${name}`)
  const alias = joined?.alias ?? joinLabel(target, expression, `l_${base}`, labels)
  const columns: Column[] = [
    { key: `${base}Label`, sql: titleOf(target, alias, labels), toJson: toJson.text, field },
  ]
  if (field.badge && target.tone) {
    columns.push({ key: `${base}Tone`, sql: `${alias}.${columnOf(target.tone)}`, toJson: toJson.text, field })
  }
  return columns
}

/** The order of a field's values, where it is another than that of what the column holds. */
function rankOf(field: Field, expression: string, labels: Map<string, Join>): Rank | undefined {
  if (field.reference) {
    const target = getDefinition(field.reference)
    const title = columnOf(target.title)
    const ordered = ['order' in target.fields ? [columnOf('order')] : [], title].flat()
    const alias = [...labels.values()].find(({ sql }) => sql.endsWith(`.id = ${expression}`))?.alias
    if (alias === undefined || target.fields[target.title]?.storage.in !== 'own') return undefined
    return {
      keys: ordered.map((column) => `${alias}.${column}`),
      values: `SELECT id AS value, row_number() OVER (ORDER BY ${ordered.join(', ')}) AS place FROM ${tableOf(target)}`,
    }
  }
  const options = field.options?.map(({ value }) => `'${value}'`)
  if (!options || field.column !== 'text') return undefined
  return {
    keys: [`array_position(ARRAY[${options.join(', ')}], ${expression})`],
    values: `SELECT * FROM unnest(ARRAY[${options.join(', ')}]) WITH ORDINALITY o (value, place)`,
  }
}

/** Joins the record of a reference for its label, unless it is joined already for another; answers its alias. */
function joinLabel(target: Definition, reference: string, alias: string, joins: Map<string, Join>): string {
  const from = `LEFT JOIN ${tableOf(target)} `
  const known = [...joins.values()].find(
    (join) => join.sql === `${from}${join.alias} ON ${join.alias}.id = ${reference}`,
  )
  if (known) return known.alias
  joins.set(alias, { alias, sql: `${from}${alias} ON ${alias}.id = ${reference}` })
  return alias
}

/** What is said of a record in few words. A title that another record holds is kept in `label`, by a trigger. */
function titleOf(definition: Definition, alias: string, joins: Map<string, Join>): string {
  const field = definition.fields[definition.title] as Field
  if (field.storage.in === 'through') return `${alias}.label`
  if (field.reference) {
    const target = getDefinition(field.reference)
    const via = `${alias}.${columnOf(definition.title)}`
    return titleOf(target, joinLabel(target, via, `${alias}_title`, joins), joins)
  }
  return `${alias}.${columnOf(definition.title)}`
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
