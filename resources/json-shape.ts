/** JSON Schema, in the form of OpenAPI 3.1. */
export type JsonSchema = Record<string, unknown>

/** A part of a shape that is written as JSON Schema. */
export class Schema {
  readonly json: JsonSchema
  constructor(json: JsonSchema) {
    this.json = json
  }
}

const words = {
  text: { type: 'string' },
  uuid: { type: 'string', format: 'uuid' },
  email: { type: 'string', format: 'email' },
  /** An address, absolute or relative to the server. */
  url: { type: 'string', format: 'uri-reference' },
  day: { type: 'string', format: 'date' },
  moment: { type: 'string', format: 'date-time' },
  integer: { type: 'integer' },
  number: { type: 'number' },
  /** An amount with at most two decimals. */
  euros: { type: 'number', multipleOf: 0.01 },
  boolean: { type: 'boolean' },
} satisfies Record<string, JsonSchema>

type Word = keyof typeof words

/**
 * What a JSON value looks like: a word, with `[]` for a list and `?` when it may be null; `[shape]`, a list; an object with the shapes of its
 * properties, where `name?` is a property that may be missing. The words are those of statements (`server/database/sql.ts`), so that the
 * shape of a row is also that of its answer.
 */
export type JsonShape =
  | Word
  | `${Word}?`
  | `${Word}[]`
  | `${Word}[]?`
  | Schema
  | readonly [JsonShape]
  | { readonly [name: string]: JsonShape }

declare const shaped: unique symbol
/** A shape whose values have a type of their own. Only for type inference. */
export interface Shaped<T> {
  readonly [shaped]?: T
}

/** The shape, as that of values of type T. */
export function shapeOf<T>(shape: JsonShape): JsonShape & Shaped<T> {
  return shape as JsonShape & Shaped<T>
}

export type JsonObject = Readonly<Record<string, JsonShape>>

/** Returns the JSON Schema of a shape. */
export function jsonSchema(shape: JsonShape): JsonSchema {
  if (shape instanceof Schema) return shape.json
  if (typeof shape === 'string') return wordSchema(shape)
  if (isList(shape)) return { type: 'array', items: jsonSchema(shape[0]) }
  const properties: Record<string, JsonSchema> = {}
  const required: string[] = []
  for (const [key, part] of Object.entries(shape)) {
    const name = key.replace(/\?$/, '')
    properties[name] = jsonSchema(part)
    if (name === key) required.push(name)
  }
  return { type: 'object', ...(required.length > 0 && { required }), properties }
}

function isList(shape: JsonObject | readonly [JsonShape]): shape is readonly [JsonShape] {
  return Array.isArray(shape)
}

function wordSchema(text: string): JsonSchema {
  const [, word = '', list, optional] = /^(\w+)(\[\])?(\?)?$/.exec(text) ?? []
  const schema = (words as Record<string, JsonSchema>)[word]
  if (!schema) throw new Error(`${text} is no shape of JSON`)
  const listed = list ? { type: 'array', items: schema } : schema
  return optional ? withNull(listed) : listed
}

export function withNull(schema: JsonSchema): JsonSchema {
  const { type, enum: values } = schema
  if (type === undefined) return { anyOf: [schema, { type: 'null' }] }
  return {
    ...schema,
    type: [...new Set([type, 'null'].flat())],
    ...(Array.isArray(values) && { enum: [...new Set([...(values as unknown[]), null])] }),
  }
}

/** A value that may be null. */
export function orNull(shape: JsonShape): Schema {
  return new Schema(withNull(jsonSchema(shape)))
}

/** One of a few codes. */
export function oneOf(codes: readonly string[]): Schema {
  return new Schema({ type: 'string', enum: codes })
}

/** An object with one property for each of these names. */
export function each(names: readonly string[], shape: JsonShape): JsonObject {
  return Object.fromEntries(names.map((name) => [name, shape]))
}

/** An object with names that are not known before. */
export function mapOf(shape: JsonShape): Schema {
  return new Schema({ type: 'object', additionalProperties: jsonSchema(shape) })
}

export function either(...shapes: JsonShape[]): Schema {
  return new Schema({ anyOf: shapes.map(jsonSchema) })
}

/** A shape with a description, in Portuguese. */
export function described(description: string, shape: JsonShape): Schema {
  const schema = jsonSchema(shape)
  return new Schema('$ref' in schema ? { allOf: [schema], description } : { ...schema, description })
}

/** A shape with limits: `minimum`, `maxLength`, `maxItems`… */
export function limited(shape: JsonShape, limits: JsonSchema): Schema {
  return new Schema({ ...jsonSchema(shape), ...limits })
}

/** Chosen records, by their ids or as the query of a list. */
export const selectionShape = either({ ids: 'uuid[]' }, { query: mapOf(either('text', 'text[]')) })
