import { isDeepStrictEqual } from 'node:util'
import type { JsonSchema } from '@agremia/resources/json-shape.ts'
import { jsonSchema } from '@agremia/resources/json-shape.ts'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Api, ApiContext, Parameter } from '../rest/api.ts'
import { bodySchema, Media, parametersOf, problemsOf } from '../rest/api.ts'
import { apiContext, componentSchemas } from '../rest/openapi.ts'

/**
 * Compares every accepted request and every answer of `/api` with what its route declares (`Api`). A difference becomes a 500 and is logged,
 * so that the test fails. Requests of tests that send junk are not compared: the server ignores what it does not read.
 */
export function checkApi(app: FastifyInstance, { sendsJunk }: { sendsJunk: boolean }): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const { url = '', config } = request.routeOptions
    if (!/^\/api(\/|$)/.test(url) || reply.statusCode === 500) return payload
    const problem = config.api
      ? problemWith(app, config.api, { request, reply, payload, sendsJunk })
      : 'there is none (config.api)'
    if (!problem) return payload
    const message = `${request.method} ${url} differs from its declaration: ${problem}`
    request.log.error(message)
    void reply.code(500).removeHeader('content-length').type('application/json; charset=utf-8')
    return JSON.stringify({ message })
  })
}

interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
  payload: unknown
  sendsJunk: boolean
}

function problemWith(
  app: FastifyInstance,
  api: Api,
  { request, reply, payload, sendsJunk }: Exchange,
): string | undefined {
  const { statusCode: status } = reply
  const checks = checksOf(app, api)
  if (status < 300 && !sendsJunk) {
    const inputProblem = checks.query(request.query as Query) ?? checks.body(request.body)
    if (inputProblem) return inputProblem
  }
  const answer = api.answers[status]
  // Fastify refuses bodies of routes that read none too.
  const problems = [...problemsOf(api, request.routeOptions.url ?? ''), 413, 415]
  const isProblem = answer === undefined && problems.includes(status)
  if (answer === undefined && !isProblem) return `does not declare the status ${status}: ${String(payload)}`
  const type = String(reply.getHeader('content-type') ?? '')
  if (answer === null) return payload ? `answers ${status} with a body` : undefined
  if (answer instanceof Media)
    return Object.keys(answer.types).some((one) => type.startsWith(one.replace('*', '')))
      ? undefined
      : `does not declare ${type}`
  // Problems of another server, which are forwarded.
  if (isProblem && !payload) return undefined
  if (!type.startsWith('application/json')) return `answers ${type} instead of JSON`
  // HEAD has no body, and streams are not read here.
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return undefined
  if (reply.hasHeader('content-encoding')) return undefined
  return checks.answer(isProblem ? 'problem' : status)(JSON.parse(String(payload)))
}

type Query = Record<string, string | string[]>
type Check = (value: unknown) => string | undefined

interface Checks {
  query: (query: Query) => string | undefined
  body: Check
  answer: (status: number | 'problem') => Check
}

const known = new WeakMap<Api, Checks>()
let shared: ReturnType<typeof createShared> | undefined

/** The compiled checks of a declaration, for all applications of the process. */
function checksOf(app: FastifyInstance, api: Api): Checks {
  let checks = known.get(api)
  if (!checks) known.set(api, (checks = createChecks(app, api)))
  return checks
}

function createChecks({ world }: FastifyInstance, api: Api): Checks {
  shared ??= createShared(apiContext(world))
  const { context } = shared
  const { body } = api
  const compiled = new Map<number | 'problem', Check>()
  const parameters = once(() => new Map(parametersOf(api.query, context).map((one) => [one.name, one])))
  const checkBody = once(() =>
    body === undefined || body instanceof Media || api.readsAnyBody
      ? undefined
      : compile('body', bodySchema(body, context)),
  )
  const checkQuery = once(() => compile('query', queryForm([...parameters().values()]), { areTexts: true }))
  return {
    // Routes without parameters ignore all.
    query: (query) =>
      api.query && Object.keys(query).length > 0 ? checkQuery()(readQuery(query, parameters())) : undefined,
    body: (given) => {
      if (body === undefined) return isNothing(given) ? undefined : 'declares no body'
      return checkBody()?.(given)
    },
    answer(status) {
      const schema =
        status === 'problem'
          ? { $ref: '#/components/schemas/Error' }
          : jsonSchema(api.answers[status] as never)
      const check = compiled.get(status) ?? compile(`answer ${status}`, schema)
      compiled.set(status, check)
      return check
    },
  }
}

function isNothing(body: unknown): boolean {
  return body === undefined || body === null || isDeepStrictEqual(body, {})
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}

/** The JSON Schema of a whole query. */
function queryForm(parameters: readonly Parameter[]): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    // Fields of a referenced record.
    patternProperties: { '^_\\w+\\.\\w+$': {} },
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  }
}

/** Texts of an address as the values that they stand for. */
function readQuery(query: Query, parameters: ReadonlyMap<string, Parameter>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, given]): [string, unknown][] => {
      if (given === '' || given === ' ') return []
      const { schema, explode } = parameters.get(name) ?? {}
      const values = [given].flat()
      if (schema?.['type'] !== 'array') return [[name, values.at(-1)]]
      return [[name, explode === false ? values.flatMap((one) => one.split(',')).filter(Boolean) : values]]
    }),
  )
}

function createShared(context: ApiContext) {
  const components = componentSchemas(context)
  const create = (coerceTypes: boolean) => {
    const ajv = new Ajv2020({
      strict: false,
      logger: false,
      multipleOfPrecision: 6,
      coerceTypes,
      // Most checks run a few times, so compiling them costs more than running them. `openapi.test.ts` validates the schemas.
      code: { optimize: false },
      inlineRefs: false,
      validateSchema: false,
    })
    addFormats.default(ajv)
    return ajv
  }
  const ajv = create(false)
  for (const [name, schema] of Object.entries(components)) ajv.addSchema(closed(schema, components), name)
  return { context, components, ajv, ofTexts: create(true) }
}

/** Compiles at the first use: most answers of a declaration are never given in one process. */
function compile(what: string, schema: JsonSchema, { areTexts = false } = {}): Check {
  const { ajv, ofTexts, components } = shared!
  const validate = once(() => (areTexts ? ofTexts : ajv).compile(closed(schema, components)))
  return (value) => {
    if (validate()(value)) return undefined
    const details = (validate().errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
    )
    return `${what}: ${[...new Set(details)].join('; ')} in ${JSON.stringify(value).slice(0, 1000)}`
  }
}

const prefix = '#/components/schemas/'

/** The schema without properties that it does not name, also where `allOf` joins objects. References are names of schemas of Ajv. */
function closed(schema: JsonSchema, components: Record<string, JsonSchema>): JsonSchema {
  const { $ref, allOf } = schema as { $ref?: string; allOf?: JsonSchema[] }
  if ($ref !== undefined) return { $ref: $ref.replace(prefix, '') }
  if (allOf) return closed(joined(allOf, components), components)
  const deep = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(deep)
    return typeof value === 'object' && value !== null ? closed(value as JsonSchema, components) : value
  }
  const result: JsonSchema = { ...schema }
  for (const name of ['items', 'anyOf', 'additionalProperties'])
    if (name in schema) result[name] = deep(schema[name])
  if ('properties' in schema) {
    const properties = Object.entries(schema['properties'] as Record<string, JsonSchema>)
    result['properties'] = Object.fromEntries(properties.map(([name, part]) => [name, deep(part)]))
    result['additionalProperties'] ??= false
  }
  return result
}

/** One object schema with the properties of all. */
function joined(parts: JsonSchema[], components: Record<string, JsonSchema>): JsonSchema {
  const whole = { type: 'object', properties: {}, required: [] as string[] }
  for (const part of parts) {
    const { $ref, allOf } = part as { $ref?: string; allOf?: JsonSchema[] }
    const target = $ref === undefined ? part : components[$ref.replace(prefix, '')]!
    const { properties, required } = (
      (allOf ?? target['allOf']) ? joined((allOf ?? target['allOf']) as JsonSchema[], components) : target
    ) as Partial<typeof whole>
    Object.assign(whole.properties, properties)
    whole.required.push(...(required ?? []))
  }
  return { ...whole, required: [...new Set(whole.required)] }
}
