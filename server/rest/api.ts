import type { Definition } from '@agremia/resources/define-resource.ts'
import type { Fields } from '@agremia/resources/fields.ts'
import type { JsonObject, JsonSchema, JsonShape } from '@agremia/resources/json-shape.ts'
import { described, jsonSchema, Schema } from '@agremia/resources/json-shape.ts'
import type { FastifyContextConfig } from 'fastify'
import type { Plan } from './plan.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the route reads and answers. Every route of `/api` has one. */
    api?: Api
  }
}

/**
 * What a route reads and answers, for the document and for the tests, which compare every request and answer with it. Texts are in
 * Portuguese and may have terminology marks.
 */
export interface Api {
  /** `operationId`: a verb and what it is done to. */
  name: string
  /** What it does: a verb in the infinitive. */
  summary: string
  description?: string
  /** Group in the document; default: the label of the resource whose path the address has. */
  tag?: string
  /** Parameters of the address that are no UUID. A wildcard has the only one. */
  params?: JsonObject
  query?: Query
  body?: Body
  /** Accepts any body, since it answers with validation errors. Tests do not compare it with the declaration. */
  readsAnyBody?: true
  /** By status. `null` has no body. Other statuses than 2xx replace the usual problem. */
  answers: Readonly<Record<number, JsonShape | Media | null>>
  /** Problems besides those that any route may answer (`problemsOf`). */
  refuses?: readonly (keyof typeof problemTexts)[]
  /** Accepts an `Idempotency-Key`. */
  idempotent?: true
}

/** A request whose address names a record. */
export interface WithId {
  Params: { id: string }
}

/** The options of a route; without `scope`, secrets need what its address says. */
export function route(api: Api, scope?: FastifyContextConfig['scope']): { config: FastifyContextConfig } {
  return { config: scope === undefined ? { api } : { api, scope } }
}

/** The options of a route that is open to everybody. */
export function openRoute(api: Api): { config: FastifyContextConfig } {
  return { config: { api, open: true } }
}

type Body = JsonShape | Media | ((context: ApiContext) => JsonSchema)
type Query = JsonObject | ((context: ApiContext) => Parameter[])

/** What declarations of resources are computed from. */
export interface ApiContext {
  planOf(resource: string): Plan
  /** The fields, as the settings change them. */
  fieldsOf(resource: string): Fields
  /** Whether values that people type are accepted too, such as `7/3/2026`; the document has only the form that programs send. */
  asTyped: boolean
}

/** A parameter of OpenAPI. */
export interface Parameter {
  name: string
  in: 'query' | 'path' | 'header'
  description?: string
  required?: boolean
  style?: 'form'
  explode?: boolean
  schema: JsonSchema
}

/** A body that is not JSON. */
export class Media {
  readonly types: Readonly<Record<string, JsonSchema>>
  constructor(types: Readonly<Record<string, JsonSchema>>) {
    this.types = types
  }
}

/** Files of these media types. */
export function fileOf(...types: string[]): Media {
  return new Media(Object.fromEntries(types.map((type) => [type, { type: 'string', format: 'binary' }])))
}

/** The upload of one file, with further fields of the form. */
export function uploadOf(fields: JsonObject): Media {
  const described = Object.entries(fields).map(([name, shape]) => [name, jsonSchema(shape)] as const)
  const file = { type: 'string', format: 'binary' }
  return new Media({
    'multipart/form-data': {
      type: 'object',
      required: ['file'],
      properties: { ...Object.fromEntries(described), file },
    },
  })
}

/** The upload of one file, in the field `file`. */
export const upload = uploadOf({})

/** A signed link to a file or a document. */
export const linkShape = { url: described('Ligação assinada, válida por pouco tempo.', 'url') }

export function data(shape: JsonShape): JsonObject {
  return { data: shape }
}

/** The answer of a write. */
export function written(shape: JsonShape): JsonObject {
  return {
    data: shape,
    'warning?': described(
      'Porque ficaram retidas as mensagens que isto escreveu, para a secretaria.',
      'text',
    ),
  }
}

/** A page of a list. */
export function page(shape: JsonShape, meta: JsonShape = componentRef('ListMeta')): JsonObject {
  return { data: [shape], meta }
}

/** A schema that the document shares between its operations. */
export function componentRef(name: string): Schema {
  return new Schema({ $ref: `#/components/schemas/${name}` })
}

/** A record with all fields that the caller may read. */
export function recordOf({ name }: Named): Schema {
  return componentRef(`${name}Record`)
}

/** The fields of a record that a request may have. */
export function inputOf({ name }: Named): Schema {
  return componentRef(`${name}Input`)
}

/** An object with the properties of both. */
export function withMore(shape: Schema, more: JsonObject): Schema {
  return new Schema({ allOf: [shape.json, jsonSchema(more)] })
}

/** A definition with any fields. */
export type Named = Pick<Definition, 'name'>

/** Query parameters of hand-written lists. */
export const pageQuery = {
  '_page?': new Schema({ type: 'integer', minimum: 1, default: 1 }),
  '_limit?': new Schema({
    type: 'integer',
    description: 'Por página: no máximo 500; -1 para todos.',
  }),
}

/** Query parameters of signed links. */
export const linkQuery = { 'e?': 'text', 's?': 'text' } as const

/** The schema of a JSON body. */
export function bodySchema(body: Exclude<Body, Media>, context: ApiContext): JsonSchema {
  return typeof body === 'function' ? body(context) : jsonSchema(body)
}

/** The parameters of a query. */
export function parametersOf(query: Query | undefined, context: ApiContext): Parameter[] {
  if (query === undefined) return []
  if (typeof query === 'function') return query(context)
  return Object.entries(query).map(([key, shape]) => {
    const { description, ...schema } = jsonSchema(shape) as JsonSchema & { description?: string }
    const name = key.replace(/\?$/, '')
    return {
      name,
      in: 'query' as const,
      ...(description !== undefined && { description }),
      ...(name === key && { required: true }),
      schema,
    }
  })
}

export const problemTexts = {
  400: 'Pedido que não se consegue ler.',
  401: 'Sem sessão, sessão expirada ou chave de API inválida.',
  403: 'Sem permissão.',
  404: 'Não existe, ou não pode ser visto.',
  409: 'Em conflito com o que está gravado, ou contra uma regra.',
  413: 'Pedido grande demais.',
  415: 'Tipo de conteúdo não suportado.',
  422: 'Campos por corrigir: ver errors.',
  429: 'Pedidos a mais: ver Retry-After.',
  500: 'Erro do programa: code identifica o pedido. Nada foi alterado.',
  503: 'A base de dados não responde, ou o pedido demorou demasiado.',
}

/** The problems that a route may answer: those of every route, those of its parts, and its own. */
export function problemsOf({ body, params, refuses = [], idempotent }: Api, url: string): number[] {
  return [
    ...new Set([
      400,
      401,
      403,
      429,
      500,
      503,
      ...(params || /[:*]/.test(url) ? [404] : []),
      ...(body !== undefined ? [413, 415] : []),
      ...(idempotent ? [409, 422] : []),
      ...refuses,
    ]),
  ].toSorted((one, other) => one - other)
}
