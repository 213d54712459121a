import type { Euros } from './rules/amount.ts'

/** JSON Schema, in the form of OpenAPI 3.1. */
export type JsonSchema = Record<string, unknown>

/** A part of a shape that is written as JSON Schema, of a value of type `T`. */
export class Schema<T = unknown> {
  readonly json: JsonSchema
  /** Only for type inference. */
  declare readonly value?: T
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
type Numeric = 'integer' | 'number' | 'euros'
type WordValue<W> = W extends `${infer Item}[]`
  ? WordValue<Item>[]
  : W extends 'euros'
    ? Euros
    : W extends Numeric
      ? number
      : W extends 'boolean'
        ? boolean
        : string

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

export type JsonObject = Readonly<Record<string, JsonShape>>

/** The type of the values that have a shape. */
export type ShapeValue<S> =
  S extends Schema<infer T>
    ? T
    : S extends `${infer W}?`
      ? WordValue<W> | null
      : S extends string
        ? WordValue<S>
        : S extends readonly [infer Item]
          ? ShapeValue<Item>[]
          : { -readonly [K in keyof S as K extends `${string}?` ? never : K]: ShapeValue<S[K]> } & {
              -readonly [K in keyof S as K extends `${infer Name}?` ? Name : never]?: ShapeValue<S[K]>
            }

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
export function orNull<const S extends JsonShape>(shape: S): Schema<ShapeValue<S> | null> {
  return new Schema(withNull(jsonSchema(shape)))
}

/** One of a few codes. */
export function oneOf<const C extends string>(codes: readonly C[]): Schema<C> {
  return new Schema({ type: 'string', enum: codes })
}

/** An object with one property for each of these names. */
export function each<const N extends string, const S extends JsonShape>(
  names: readonly N[],
  shape: S,
): Record<N, S> {
  return Object.fromEntries(names.map((name) => [name, shape])) as Record<N, S>
}

/** An object with names that are not known before. */
export function mapOf<const S extends JsonShape>(shape: S): Schema<Record<string, ShapeValue<S>>> {
  return new Schema({ type: 'object', additionalProperties: jsonSchema(shape) })
}

export function either<const S extends readonly JsonShape[]>(...shapes: S): Schema<ShapeValue<S[number]>> {
  return new Schema({ anyOf: shapes.map(jsonSchema) })
}

/** A shape with a description, in Portuguese. */
export function described<const S extends JsonShape>(description: string, shape: S): Schema<ShapeValue<S>> {
  const schema = jsonSchema(shape)
  return new Schema('$ref' in schema ? { allOf: [schema], description } : { ...schema, description })
}

/** A shape with limits: `minimum`, `maxLength`, `maxItems`… */
export function limited<const S extends JsonShape>(shape: S, limits: JsonSchema): Schema<ShapeValue<S>> {
  return new Schema({ ...jsonSchema(shape), ...limits })
}

/** Chosen records, by their ids or as the query of a list. */
export const selectionShape = either({ ids: 'uuid[]' }, { query: mapOf(either('text', 'text[]')) })
