import { allDefinitions } from '@agremia/resources/definitions/index.ts'
import type { Settings } from '@agremia/resources/definitions/settings.ts'
import { effectiveFields } from '@agremia/resources/describe.ts'
import { withPreposition } from '@agremia/resources/rules/organisation-name.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import type { FastifyInstance } from 'fastify'
import type { Engine } from './modules.ts'
import { planOf } from './modules.ts'
import { answers, sharedParameters, sharedProblems } from './openapi-components.ts'
import { computedPaths, resourcePaths } from './openapi-paths.ts'
import type { Schema } from './openapi-schemas.ts'
import { inputSchema, recordSchema } from './openapi-schemas.ts'

/** `GET /openapi.json`, with the organisation's terminology. Cached until its settings change. */
export function registerOpenApi(app: FastifyInstance, engine: Engine): void {
  const texts = new WeakMap<Settings, string>()
  app.get('/openapi.json', { config: { open: true } }, async (_request, reply) => {
    const settings = await engine.world.organisation.settings()
    const terminology = await engine.world.organisation.terminology()
    const known = texts.get(settings)
    const text = known ?? JSON.stringify(openApiDocument(engine, { terminology, settings }))
    if (!known) texts.set(settings, text)
    return reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(text)
  })
}

/** Returns the OpenAPI 3.1 document of all resources. */
export function openApiDocument(
  engine: Engine,
  { terminology, settings }: { terminology: Terminology; settings: Settings },
): object {
  const schemas: Record<string, Schema> = { ...sharedSchemas }
  const paths: Record<string, unknown> = { ...fixedPaths }
  for (const { definition } of engine.modules.values()) {
    const fields = effectiveFields(definition, settings)
    const title = fillTerms(definition.label.one, terminology)
    schemas[definition.name] = { title, ...recordSchema(fields, terminology) }
    if (definition.kind === 'computed') Object.assign(paths, computedPaths(definition, terminology))
    else {
      schemas[`${definition.name}Input`] = {
        title: `${title} (escrita)`,
        ...inputSchema(fields, terminology),
      }
      Object.assign(paths, resourcePaths(planOf(engine, definition.name), fields, terminology))
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: `API ${withPreposition('de', terminology)}`, version, description: about },
    servers: [{ url: '/api' }],
    security: [{ bearer: [] }],
    paths: Object.fromEntries(Object.entries(paths).sort(([one], [other]) => (one < other ? -1 : 1))),
    components: {
      schemas,
      parameters: sharedParameters,
      responses: sharedProblems,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'O token de acesso de POST /auth.' },
      },
    },
  }
}

const about =
  'Os nomes dos recursos e dos campos são os de sempre; os títulos e as descrições seguem a terminologia da organização. ' +
  'As datas são AAAA-MM-DD, os momentos ISO 8601 em UTC e o dinheiro são euros com duas casas decimais.'

/** Version of the API, which only grows; independent of the program's version. */
const version = '1.0.0'

const messages: Schema = {
  type: 'object',
  additionalProperties: { type: 'array', items: { type: 'string' } },
}

const sharedSchemas: Record<string, Schema> = {
  Error: {
    type: 'object',
    required: ['message'],
    properties: {
      message: { type: 'string', description: 'O que se passou, para quem usa o programa.' },
      errors: { ...messages, description: 'Mensagens por campo.' },
      code: { type: 'string' },
      data: { description: 'Num conflito de versões, o registo como está gravado.' },
    },
  },
  Findings: { type: 'object', required: ['errors'], properties: { errors: messages, warnings: messages } },
  ListMeta: {
    type: 'object',
    required: ['total', 'page', 'limit'],
    properties: {
      total: { type: 'integer' },
      page: { type: 'integer' },
      limit: { type: 'integer' },
      sums: {
        type: 'object',
        additionalProperties: { type: 'number' },
        description: 'Somas de toda a pesquisa, em euros, dos campos que se somam.',
      },
    },
  },
  Tokens: {
    type: 'object',
    required: ['access', 'refresh'],
    properties: { access: { type: 'string' }, refresh: { type: 'string' } },
  },
}

const tokens: Schema = { $ref: '#/components/schemas/Tokens' }

/** Operations needed before any other call. */
const fixedPaths = {
  '/': {
    get: {
      operationId: 'health',
      summary: 'Saber se o servidor responde',
      security: [],
      responses: answers('200', { type: 'object' }, []),
    },
  },
  '/auth': {
    post: {
      operationId: 'authenticate',
      summary: 'Entrar',
      security: [],
      requestBody: jsonBody({ email: { type: 'string', format: 'email' }, password: { type: 'string' } }),
      responses: answers('200', tokens, [400, 403, 422, 429]),
    },
  },
  '/auth/refresh': {
    post: {
      operationId: 'refresh',
      summary: 'Renovar os tokens',
      security: [],
      requestBody: jsonBody({ refreshToken: { type: 'string' } }),
      responses: answers('200', tokens, [400, 401]),
    },
  },
  '/explainer': {
    get: {
      operationId: 'explain',
      summary: 'Conhecer os recursos e os campos que se podem ver',
      parameters: [
        {
          name: '_resource',
          in: 'query',
          schema: { type: 'string', enum: allDefinitions.map(({ name }) => name) },
          description: 'Só os campos deste recurso.',
        },
      ],
      responses: answers('200', { type: 'object' }, [400]),
    },
  },
}

function jsonBody(properties: Record<string, Schema>) {
  const schema = { type: 'object', required: Object.keys(properties), properties }
  return { required: true, content: { 'application/json': { schema } } }
}
