import type { Definition } from '@agremia/resources/define-resource.ts'
import { allDefinitions } from '@agremia/resources/definitions/index.ts'
import type { Settings } from '@agremia/resources/definitions/settings.ts'
import { effectiveFields } from '@agremia/resources/describe.ts'
import type { JsonSchema, JsonShape } from '@agremia/resources/json-shape.ts'
import { described, jsonSchema, mapOf, Schema } from '@agremia/resources/json-shape.ts'
import { resourcePath } from '@agremia/resources/paths.ts'
import { withPreposition } from '@agremia/resources/rules/organisation-name.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import { changeShape } from './audit-format.ts'
import type { FastifyInstance, RouteOptions } from 'fastify'
import type { Api, ApiContext, Parameter } from './api.ts'
import { bodySchema, componentRef, Media, parametersOf, problemsOf, problemTexts, openRoute } from './api.ts'
import { planOf } from './modules.ts'
import { resourceSchemas, withTerms } from './openapi-schemas.ts'
import { routeScopes } from './route-scope.ts'
import type { World } from './modules.ts'

/** `GET /openapi.json`, with the organisation's terminology. Cached until its settings change. */
export function registerOpenApi(app: FastifyInstance, world: World): void {
  const texts = new WeakMap<Settings, string>()
  app.get('/openapi.json', openRoute(documentApi), async (_request, reply) => {
    const settings = await world.organisation.settings()
    const terminology = await world.organisation.terminology()
    const known = texts.get(settings)
    const text = known ?? JSON.stringify(openApiDocument(app.routes, world, { terminology, settings }))
    if (!known) texts.set(settings, text)
    return reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(text)
  })
}

const documentApi: Api = {
  name: 'readDocument',
  summary: 'Ler este documento',
  tag: 'Programa',
  answers: {
    200: new Schema({
      type: 'object',
      required: ['openapi', 'info', 'paths', 'components'],
      description: 'OpenAPI 3.1',
      additionalProperties: true,
    }),
  },
}

/** What declarations are computed from, for these settings. */
export function apiContext(world: World, settings?: Settings): ApiContext {
  return {
    planOf: (resource) => planOf(world, resource),
    fieldsOf(resource) {
      const { definition } = world.modules.get(resource)!
      return settings ? effectiveFields(definition, settings) : definition.fields
    },
    asTyped: settings === undefined,
  }
}

/** Returns the OpenAPI 3.1 document of all routes that somebody may use. */
function openApiDocument(
  routes: readonly RouteOptions[],
  world: World,
  { terminology, settings }: { terminology: Terminology; settings: Settings },
): unknown {
  const context = apiContext(world, settings)
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { method, path, api, route } of declaredRoutes(routes)) {
    if (Object.keys(api.answers).length === 0) continue
    const item = (paths[path] ??= {})
    item[method.toLowerCase()] = operationOf(method, path, api, route, context)
  }
  const document = {
    openapi: '3.1.0',
    info: {
      title: `API ${withPreposition('de', terminology)}`,
      version,
      description: about,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api' }],
    security: [{ bearer: [] }],
    tags: tagsOf(paths),
    paths: Object.fromEntries(Object.entries(paths).sort(([one], [other]) => (one < other ? -1 : 1))),
    components: { schemas: componentSchemas(context), parameters, responses, securitySchemes },
  }
  return withTerms(document, terminology)
}

interface DeclaredRoute {
  method: string
  /** As in OpenAPI: `/members/{id}`. */
  path: string
  api: Api
  route: RouteOptions
}

function declaredRoutes(routes: readonly RouteOptions[]): DeclaredRoute[] {
  return routes.flatMap((route) => {
    const { api } = route.config ?? {}
    if (!api) return []
    const wildcard = Object.keys(api.params ?? {})[0] ?? ''
    const path =
      route.url
        .replace(/^\/api/, '')
        .replaceAll(/:(\w+)/g, '{$1}')
        .replace('*', `{${wildcard}}`) || '/'
    return [route.method]
      .flat()
      .filter((method) => method !== 'HEAD')
      .map((method) => ({ method, path, api, route }))
  })
}

function operationOf(
  method: string,
  path: string,
  api: Api,
  { url, config }: RouteOptions,
  context: ApiContext,
): Record<string, unknown> {
  const { name, summary, description, body, answers, idempotent } = api
  const parameterList = [
    ...pathParameters(path, api),
    ...parametersOf(api.query, context),
    ...(idempotent ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ]
  const problems = Object.fromEntries(
    problemsOf(api, url).map((status) => [status, { $ref: `#/components/responses/Problem${status}` }]),
  )
  const successes = Object.fromEntries(
    Object.entries(answers).map(([status, answer]) => [status, answerOf(Number(status), answer)]),
  )
  return {
    operationId: name,
    tags: [api.tag ?? tagOf(path)],
    summary,
    ...(description !== undefined && { description }),
    security: securityOf(config?.open, routeScopes({ method, url, config })),
    ...(parameterList.length > 0 && { parameters: parameterList }),
    ...(body !== undefined && {
      requestBody: {
        required: true,
        content: body instanceof Media ? contentOf(body) : json(bodySchema(body, context)),
      },
    }),
    responses: { ...problems, ...successes },
  }
}

/** Visitors, people with a token, programs with a secret: any of these. */
function securityOf(
  open: boolean | undefined,
  scopes: readonly string[] | undefined,
): Record<string, string[]>[] {
  return [
    ...(open ? [{}] : []),
    { bearer: [] },
    ...(scopes === undefined ? [] : [{ apiSecret: [...scopes] }]),
  ]
}

function pathParameters(path: string, { params }: Api): Parameter[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: jsonSchema(params?.[name] ?? 'uuid'),
  }))
}

function answerOf(status: number, answer: JsonShape | Media | null): Record<string, unknown> {
  const description = problemTexts[status as keyof typeof problemTexts] ?? 'Feito.'
  if (answer === null) return { description }
  return { description, content: answer instanceof Media ? contentOf(answer) : json(jsonSchema(answer)) }
}

function contentOf({ types }: Media): Record<string, unknown> {
  return Object.fromEntries(Object.entries(types).map(([type, schema]) => [type, { schema }]))
}

function json(schema: JsonSchema): Record<string, unknown> {
  return { 'application/json': { schema } }
}

const resourceOfPath = new Map<string, Definition>(
  allDefinitions.map((definition) => [resourcePath(definition.name), definition]),
)

/** The label of the resource of an address; of a nested one, that of its records. */
function tagOf(path: string): string {
  const word = path.split('/').findLast((one) => resourceOfPath.has(one))
  const definition = word === undefined ? undefined : resourceOfPath.get(word)
  if (!definition) throw new Error(`${path}: its declaration needs a tag`)
  return definition.label.many
}

function tagsOf(paths: Record<string, Record<string, unknown>>): { name: string }[] {
  const operations = Object.values(paths).flatMap((item) => Object.values(item) as { tags: string[] }[])
  return [...new Set(operations.flatMap(({ tags }) => tags))].map((name) => ({ name }))
}

const about =
  'Os nomes dos recursos e dos campos são os de sempre; os títulos e as descrições seguem a terminologia da organização.\n\n' +
  'As datas são AAAA-MM-DD, os momentos ISO 8601 em UTC e o dinheiro são euros com duas casas decimais. ' +
  'Os campos também aceitam texto como as pessoas o escrevem: 7/3/2026, 12,50.\n\n' +
  'Cada registo tem `_version`, que aumenta a cada alteração. Quem altera um registo envia a versão que leu: se entretanto mudou, ' +
  'a resposta é 409 e traz o registo como está gravado. Sem `_version`, a alteração é aceite.\n\n' +
  'Um pedido com `Idempotency-Key` que se repete com a mesma chave tem a mesma resposta e nada escreve: ' +
  'quem não recebeu a resposta pode repetir o pedido sem medo de cobrar ou registar duas vezes.\n\n' +
  'Um campo que só se lê pode vir num pedido se não mudar. Um campo desconhecido é recusado.'

/** Version of the API, which only grows; independent of the program's version. */
const version = '1.1.0'

/** The schemas that operations share. */
export function componentSchemas(context: ApiContext): Record<string, JsonSchema> {
  const ofResources = allDefinitions.map((definition) => resourceSchemas(definition, context))
  return Object.assign({ ...sharedSchemas }, ...ofResources) as Record<string, JsonSchema>
}

const messages = mapOf('text[]')

const sharedShapes: Record<string, JsonShape> = {
  Error: {
    message: described('O que se passou, para quem usa o programa.', 'text'),
    'errors?': described('Mensagens por campo.', messages),
    'code?': described('Para programas.', 'text'),
  },
  Findings: { errors: messages, 'warnings?': messages },
  ListMeta: {
    total: 'integer',
    page: 'integer',
    limit: 'integer',
    'sums?': described('Somas de toda a pesquisa, em euros, dos campos que se somam.', mapOf('euros?')),
  },
  Tokens: { access: 'text', refresh: 'text' },
  AuditEvent: {
    _id: 'uuid',
    _created_at: 'moment',
    userName: 'text',
    action: 'text',
    verb: 'text?',
    icon: 'text?',
    restorable: 'boolean',
    changes: [changeShape],
  },
}

const sharedSchemas: Record<string, JsonSchema> = Object.fromEntries(
  Object.entries(sharedShapes).map(([name, shape]) => [name, jsonSchema(shape)]),
)

const responses = Object.fromEntries(
  Object.entries(problemTexts).map(([status, description]) => [
    `Problem${status}`,
    { description, content: json(jsonSchema(componentRef('Error'))) },
  ]),
)

const parameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'Um pedido repetido com a mesma chave tem a mesma resposta e nada escreve.',
    schema: { type: 'string', maxLength: 200 },
  },
}

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', description: 'O token de acesso de uma pessoa, de POST /auth.' },
  apiSecret: {
    type: 'http',
    scheme: 'bearer',
    description:
      'A chave de API de um programa (agr_…), que precisa da permissão indicada, como members:read.',
  },
}
