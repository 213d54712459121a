import type { Definition } from '@agremia/resources/define-resource.ts'
import { referenceBase } from '@agremia/resources/define-resource.ts'
import type { Field, Fields } from '@agremia/resources/fields.ts'
import { isAlwaysPresent } from '@agremia/resources/fields.ts'
import type { JsonObject, JsonSchema, JsonShape } from '@agremia/resources/json-shape.ts'
import { jsonSchema, mapOf, orNull, Schema, withNull } from '@agremia/resources/json-shape.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import { needsValue } from '@agremia/resources/validate.ts'
import type { ApiContext } from './api.ts'
import type { Column } from './plan.ts'

const systemFields: Record<string, JsonSchema> = {
  _id: { type: 'string', format: 'uuid', readOnly: true },
  _created_at: { type: 'string', format: 'date-time', readOnly: true },
  _updated_at: { type: 'string', format: 'date-time', readOnly: true },
  _version: {
    type: 'integer',
    format: 'int32',
    description: 'Aumenta a cada alteração. Ao gravar, uma versão antiga é recusada com 409.',
  },
}

/** The schemas of a resource: its records in lists, a whole record, and its input. */
export function resourceSchemas(
  { name, kind, label }: Definition,
  context: ApiContext,
): Record<string, JsonSchema> {
  const fields = context.fieldsOf(name)
  const title = label.one
  if (kind === 'computed') {
    const properties = Object.entries(fields).map(([key, field]) => valueProperties(key, field))
    return { [name]: { title, type: 'object', properties: Object.assign({}, ...properties) as JsonSchema } }
  }
  const plan = context.planOf(name)
  const columns = plan.columns('admin')
  const withheld = plan.withholding?.withheldFields ?? new Set()
  const ofAll = columns
    .filter(({ field }) => field?.readBy === undefined && field?.confidential === undefined)
    .map(({ key }) => key)
  return {
    [name]: { title, ...recordSchema(columns, fields, withheld) },
    [`${name}Record`]: {
      title,
      allOf: [{ $ref: `#/components/schemas/${name}` }, { required: ofAll }],
    },
    [`${name}Input`]: { title: `${title} (escrita)`, ...recordInputSchema(fields, columns, context) },
  }
}

/** Schema of a record of a list, where `_columns` may omit any field but those that every record has. */
function recordSchema(columns: readonly Column[], fields: Fields, withheld: ReadonlySet<string>): JsonSchema {
  const properties = columns.map(({ key, field, shape }) => {
    if (!field) return { [key]: systemFields[key] }
    const own = fields[key]
    if (!own) return { [key]: labelSchema(field) }
    const schema = shape ? { ...jsonSchema(orNull(shape)), description: own.label } : readSchema(own)
    return { [key]: withheld.has(key) ? withNull(schema) : schema }
  })
  return {
    type: 'object',
    required: Object.keys(systemFields),
    properties: Object.assign({}, ...properties) as JsonSchema,
  }
}

/** The label of a reference, or its colour. */
function labelSchema({ label }: Field): JsonSchema {
  return { type: ['string', 'null'], readOnly: true, description: `${label} (texto)` }
}

function valueProperties(name: string, field: Field): JsonSchema {
  const label = field.reference && { [`${referenceBase(name)}Label`]: labelSchema(field) }
  return { [name]: readSchema(field), ...label }
}

const inputOnly = new Set(['minimum', 'maximum', 'maxLength', 'maxItems', 'default'])

/** Limits are those of input: an earlier version may have had others. */
function readSchema(field: Field): JsonSchema {
  return withoutLimits(fieldSchema(field))
}

function withoutLimits(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([name]) => !inputOnly.has(name))
      .map(([name, value]) => [name, name === 'items' ? withoutLimits(value as JsonSchema) : value]),
  )
}

/** Schema of a record in requests. Other properties are rejected. */
function recordInputSchema(
  fields: Fields,
  columns: readonly Column[],
  context: Pick<ApiContext, 'asTyped'>,
): JsonSchema {
  const { properties } = inputSchema(fields, context)
  const { _version } = systemFields
  if (!context.asTyped) return { type: 'object', properties: { _version, ...properties } }
  // Unchanged read-only fields are ignored.
  const labels = Object.keys(fields).map(referenceBase)
  for (const { key, shape } of columns)
    if (shape) properties[key] = { anyOf: [properties[key] ?? {}, jsonSchema(orNull(shape))] }
  const ignored = [
    ...Object.keys({ ...systemFields, _k: '', ...fields }),
    ...labels.flatMap((name) => [`${name}Label`, `${name}Tone`]),
  ]
  return {
    type: 'object',
    properties: { ...Object.fromEntries(ignored.map((name) => [name, {}])), _version, ...properties },
  }
}

/** Schema of fields in requests, and of `more` properties. Others are rejected. */
export function inputSchema(
  fields: Fields,
  { asTyped }: Pick<ApiContext, 'asTyped'>,
  more: JsonObject = {},
): { type: 'object'; required?: string[]; properties: Record<string, JsonSchema> } {
  const properties: Record<string, JsonSchema> = {}
  for (const [name, field] of Object.entries(fields)) {
    if (field.readOnly) continue
    const schema = fieldSchema(field)
    // Values that people type are text; an empty one is the same as none.
    if (asTyped && field.column !== 'json')
      properties[name] = { type: [...new Set([schema['type'], 'string', 'number', 'null'].flat())] }
    else properties[name] = asTyped || field.assigned ? withNull(schema) : schema
  }
  const others = jsonSchema(more) as { required?: string[]; properties: Record<string, JsonSchema> }
  return { ...others, type: 'object', properties: { ...properties, ...others.properties } }
}

/** Names of the fields that a new record must have. */
export function requiredFields(fields: Fields): string[] {
  return Object.keys(fields).filter((name) => {
    const field = fields[name]!
    const { default: value, readOnly, storage } = field
    // Those of another record may exist already.
    const isGiven = storage.in === 'through' && !fields[storage.via]?.readOnly
    return needsValue(field) && value === undefined && !readOnly && !isGiven
  })
}

/** The shape of a field's value where an answer has it outside of a record. */
export function valueOf(field: Field): Schema {
  return new Schema(readSchema(field))
}

/** The shapes of some fields, by their names. */
export function valuesOf<const Name extends string>(
  { fields }: { fields: Readonly<Record<Name, Field>> },
  names: readonly NoInfer<Name>[],
): Record<string, JsonShape> {
  return Object.fromEntries(names.map((name) => [name, valueOf(fields[name])]))
}

function fieldSchema(field: Field): JsonSchema {
  const value = valueSchema(field)
  const texts = [field.label, field.help].filter(Boolean).join('. ')
  return {
    ...(isAlwaysPresent(field) ? value : withNull(value)),
    description: `${texts}${choicesText(field)}`,
    ...(field.default !== undefined && { default: field.default }),
    ...(field.readOnly && { readOnly: true }),
    ...(field.writeOnly && { writeOnly: true }),
    ...(field.reference && { 'x-reference': field.reference }),
    ...(field.readBy && { 'x-readable-by': field.readBy }),
    ...(field.writeBy && { 'x-writable-by': field.writeBy }),
  }
}

/** Texts of the codes: JSON Schema's `enum` has no labels. */
function choicesText({ options }: Field): string {
  return options ? `: ${options.map(({ value, label }) => `${value} = ${label}`).join('; ')}` : ''
}

/** Type, format and limits of a non-null value. */
export function valueSchema(field: Field): JsonSchema {
  const [min, max] = [ruleNumber(field, 'min'), ruleNumber(field, 'max')]
  switch (field.type) {
    case 'int32':
      return { type: 'integer', format: 'int32', ...numberLimits(min, max) }
    case 'float32':
      return { type: 'number', multipleOf: 0.01, ...numberLimits(min, max) }
    case 'boolean':
      return { type: 'boolean' }
    case 'date':
      return { type: 'string', format: 'date' }
    case 'datetime':
      return { type: 'string', format: 'date-time' }
    case 'reference':
      return { type: 'string', format: 'uuid' }
    case 'list':
      if (field.shape) return { type: 'array', items: jsonSchema(field.shape) }
      if (field.parts) return { type: 'array', items: { type: 'string', format: 'uuid' }, maxItems: 1000 }
      return { type: 'array', items: { type: 'string', maxLength: 60 }, maxItems: 20 }
    case 'image':
      return { type: 'string', format: 'uri-reference' }
    default:
      return textSchema(field, max)
  }
}

function textSchema(field: Field, max: number | undefined): JsonSchema {
  if (field.shape) return jsonSchema(field.shape)
  const choice = field.options && { type: 'string', enum: field.options.map(({ value }) => value) }
  if (field.column === 'json') return jsonSchema(mapOf(new Schema(choice ?? {})))
  if (choice) return choice
  if (field.column === 'uuid') return { type: 'string', format: 'uuid' }
  const format = field.rules.find((rule) => textFormats.includes(rule))
  return { type: 'string', ...(format && { format }), ...(max !== undefined && { maxLength: max }) }
}

/** Our own formats have the name of the rule that checks them. */
const textFormats = ['email', 'phone', 'nif', 'niss', 'iban', 'postalCode', 'colour', 'country']

function numberLimits(minimum: number | undefined, maximum: number | undefined): JsonSchema {
  return { ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) }
}

function ruleNumber(field: Field, name: string): number | undefined {
  const rule = field.rules.find((given) => given.startsWith(`${name}:`))
  return rule === undefined ? undefined : Number(rule.slice(name.length + 1))
}

/** Fills in the organisation's terms in the texts of a document or a schema. */
export function withTerms(value: unknown, terminology: Terminology, key = ''): unknown {
  if (typeof value === 'string') return textKeys.has(key) ? fillTerms(value, terminology) : value
  if (Array.isArray(value)) return value.map((one) => withTerms(one, terminology, key))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, withTerms(part, terminology, name)]),
  )
}

const textKeys = new Set(['title', 'description', 'summary', 'tags', 'name'])
