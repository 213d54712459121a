import type { Caller } from '@agremia/resources/access.ts'
import { decide } from '@agremia/resources/access.ts'
import type { Definition } from '@agremia/resources/define-resource.ts'
import { getDefinition } from '@agremia/resources/definitions/index.ts'
import type { Fields } from '@agremia/resources/fields.ts'
import { resourcePath } from '@agremia/resources/paths.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import { capitalise, fillTerms } from '@agremia/resources/terminology.ts'
import { answers, dataAnswer, file, listAnswer, problems, schemaRef } from './openapi-answers.ts'
import {
  columnsParameter,
  exportParameters,
  idempotencyKey,
  idParameter,
  queryParameters,
} from './openapi-parameters.ts'
import type { Schema } from './openapi-schemas.ts'
import { inputSchema, requiredFields } from './openapi-schemas.ts'
import { isOrderedByHand } from './reorder.ts'
import { mostJudged } from './write.ts'
import type { Plan } from './plan.ts'

type Operation = Record<string, unknown>
type Paths = Record<string, Record<string, unknown>>

/** The result of one record, or a list of results in the order of the request. */
const judgement = {
  oneOf: [
    schemaRef('Findings'),
    {
      type: 'object',
      required: ['data'],
      properties: { data: { type: 'array', items: schemaRef('Findings') } },
    },
  ],
}

/** The role with the most rights: operations that it may not do do not exist. */
const administrator: Caller = { id: '', name: '', role: 'admin', personId: null }

/** The operations of one resource. */
export function resourcePaths(plan: Plan, fields: Fields, terminology: Terminology): Paths {
  const { definition } = plan
  const { access, name } = definition
  const query = queryParameters(plan, fields)
  const columns = (description: string) => columnsParameter(plan, description)
  const path = `/${resourcePath(name)}`
  const may = (verb: Parameters<typeof decide>[1]) => decide(access, verb, administrator) !== false
  const say = operationsOf(definition, terminology)
  const list = {
    ...say('list', 'Listar'),
    parameters: [columns('Campos de cada registo, além dos que todos têm; sem ele, todos.'), ...query],
    responses: answers('200', listAnswer(name), [400, 401, 403, 429]),
  }
  const create = {
    ...say('create', 'Criar'),
    parameters: [idempotencyKey],
    requestBody: body({ allOf: [schemaRef(`${name}Input`), { required: requiredFields(fields) }] }),
    responses: answers('201', dataAnswer(name), [400, 401, 403, 409, 422]),
  }
  const change = {
    requestBody: body(schemaRef(`${name}Input`)),
    responses: answers('200', dataAnswer(name), [400, 401, 403, 404, 409, 422]),
  }
  const one = { parameters: [idParameter(definition)] }
  const nested = Object.keys(definition.parents ?? {}).map((parent) => [
    `/${resourcePath(parent)}/{parentId}/${resourcePath(name)}`,
    {
      parameters: [{ ...idParameter(getDefinition(parent)), name: 'parentId' }],
      ...(may('list') && { get: within(parent, list) }),
      ...(may('create') && { post: within(parent, create) }),
    },
  ])
  const actions = Object.entries(definition.actions ?? {}).map(([action, { label, fields: given }]) => [
    `${path}/{id}/${resourcePath(action)}`,
    {
      ...one,
      post: {
        ...say(action, fillTerms(label, terminology)),
        ...(given && {
          requestBody: body({ ...inputSchema(given, terminology), required: requiredFields(given) }),
        }),
        responses: answers(
          '200',
          { type: 'object', properties: { data: {} } },
          [400, 401, 403, 404, 409, 422],
        ),
      },
    },
  ])
  return present({
    [path]: { ...(may('list') && { get: list }), ...(may('create') && { post: create }) },
    [`${path}/{id}`]: {
      ...one,
      ...(may('read') && {
        get: { ...say('read', 'Ler'), responses: answers('200', dataAnswer(name), [401, 403, 404]) },
      }),
      ...(may('update') && {
        put: { ...say('replace', 'Substituir'), ...change },
        patch: { ...say('modify', 'Alterar'), ...change },
      }),
      ...(may('delete') && {
        delete: { ...say('delete', 'Eliminar'), responses: answers('204', undefined, [401, 403, 404, 409]) },
      }),
    },
    [`${path}/{id}/deletion`]: may('delete') && {
      ...one,
      get: {
        ...say('foreseeDeletion', 'O que se elimina também, ou o que o impede, de'),
        responses: answers(
          '200',
          {
            type: 'object',
            required: ['data'],
            properties: {
              data: {
                type: 'object',
                required: ['refusal', 'also'],
                properties: {
                  refusal: { type: ['string', 'null'] },
                  also: { type: 'array', items: { type: 'string' } },
                },
              },
            },
          },
          [401, 403, 404],
        ),
      },
    },
    [`${path}/validate`]: (may('create') || may('update')) && {
      post: {
        ...say('validate', 'Validar, sem gravar,'),
        requestBody: body({
          oneOf: [
            schemaRef(`${name}Input`),
            { type: 'array', minItems: 1, maxItems: mostJudged, items: schemaRef(`${name}Input`) },
          ],
        }),
        responses: answers('200', judgement, [400, 401, 403]),
      },
    },
    [`${path}/order`]: may('update') &&
      isOrderedByHand(plan) && {
        post: {
          ...say('order', 'Ordenar'),
          parameters: [idempotencyKey],
          requestBody: body({
            type: 'object',
            required: ['ids'],
            properties: { ids: { type: 'array', items: { type: 'string', format: 'uuid' } } },
          }),
          responses: { 200: { description: 'Ordenados.' }, ...problems([400, 401, 403, 409, 422]) },
        },
      },
    [`${path}/export`]: may('export') && {
      get: {
        ...say('export', 'Exportar'),
        parameters: [
          ...exportParameters,
          columns('Colunas, pela ordem do ficheiro; sem elas, as da lista.'),
          ...query,
        ],
        responses: { 200: file, ...problems([400, 401, 403, 429]) },
      },
      post: {
        ...say('exportMany', 'Exportar, com os parâmetros no corpo,'),
        requestBody: body({
          type: 'object',
          description: 'Os mesmos parâmetros, para escolhas que não cabem num endereço.',
          additionalProperties: {
            oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
          },
        }),
        responses: { 200: file, ...problems([400, 401, 403, 413, 429]) },
      },
    },
    ...Object.fromEntries(nested),
    ...Object.fromEntries(actions),
  })
}

/** A computed resource has only a list, which its area answers. */
export function computedPaths(definition: Definition, terminology: Terminology): Paths {
  const say = operationsOf(definition, terminology)
  return {
    [`/${resourcePath(definition.name)}`]: {
      get: {
        ...say('list', 'Consultar'),
        responses: answers('200', listAnswer(definition.name), [400, 401, 403]),
      },
    },
  }
}

function operationsOf(
  { name, label }: Definition,
  terminology: Terminology,
): (verb: string, said: string) => Operation {
  const many = fillTerms(label.many, terminology)
  return (verb, said) => ({
    operationId: `${verb}${capitalise(name)}`,
    tags: [many],
    summary: `${said} ${many.toLowerCase()}`,
  })
}

/** The same operation, nested below a parent. */
function within(parent: string, operation: Operation): Operation {
  return { ...operation, operationId: `${String(operation['operationId'])}Of${capitalise(parent)}` }
}

function present(paths: Record<string, Record<string, unknown> | false>): Paths {
  const methods = ['get', 'post', 'put', 'patch', 'delete']
  return Object.fromEntries(
    Object.entries(paths).filter(([, item]) => item !== false && methods.some((method) => method in item)),
  ) as Paths
}

function body(schema: Schema) {
  return { required: true, content: { 'application/json': { schema } } }
}
