import type { Caller } from '@agremia/resources/access.ts'
import { decide } from '@agremia/resources/access.ts'
import type { Definition } from '@agremia/resources/define-resource.ts'
import { getDefinition } from '@agremia/resources/definitions/index.ts'
import type { Fields } from '@agremia/resources/fields.ts'
import { resourcePath } from '@agremia/resources/paths.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import { capitalise, fillTerms } from '@agremia/resources/terminology.ts'
import {
  answers,
  columnsParameter,
  dataAnswer,
  exportParameters,
  file,
  idempotencyKey,
  idParameter,
  listAnswer,
  problems,
  queryParameters,
  schemaRef,
} from './openapi-components.ts'
import type { Schema } from './openapi-schemas.ts'
import { inputSchema, requiredFields } from './openapi-schemas.ts'
import { isOrderedByHand } from './reorder.ts'
import { maxValidated } from './write.ts'
import type { Plan } from './plan.ts'

type Operation = Record<string, unknown>
type Paths = Record<string, Record<string, unknown>>

/** The result of one record, or a list of results in the order of the request. */
const validationResult = {
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
  const isAllowed = (verb: Parameters<typeof decide>[1]) => decide(access, verb, administrator) !== false
  const operation = operationsOf(definition, terminology)
  const list = {
    ...operation('list', 'Listar'),
    parameters: [columns('Campos de cada registo, além dos que todos têm; sem ele, todos.'), ...query],
    responses: answers('200', listAnswer(name), [400, 401, 403, 429]),
  }
  const create = {
    ...operation('create', 'Criar'),
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
      ...(isAllowed('list') && { get: nestedOperation(parent, list) }),
      ...(isAllowed('create') && { post: nestedOperation(parent, create) }),
    },
  ])
  const actions = Object.entries(definition.actions ?? {}).map(([action, { label, fields: given }]) => [
    `${path}/{id}/${resourcePath(action)}`,
    {
      ...one,
      post: {
        ...operation(action, fillTerms(label, terminology)),
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
  return withOperations({
    [path]: { ...(isAllowed('list') && { get: list }), ...(isAllowed('create') && { post: create }) },
    [`${path}/{id}`]: {
      ...one,
      ...(isAllowed('read') && {
        get: { ...operation('read', 'Ler'), responses: answers('200', dataAnswer(name), [401, 403, 404]) },
      }),
      ...(isAllowed('update') && {
        put: { ...operation('replace', 'Substituir'), ...change },
        patch: { ...operation('modify', 'Alterar'), ...change },
      }),
      ...(isAllowed('delete') && {
        delete: {
          ...operation('delete', 'Eliminar'),
          responses: answers('204', undefined, [401, 403, 404, 409]),
        },
      }),
    },
    [`${path}/{id}/deletion`]: isAllowed('delete') && {
      ...one,
      get: {
        ...operation('previewDeletion', 'Prever os efeitos de eliminar'),
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
    [`${path}/validate`]: (isAllowed('create') || isAllowed('update')) && {
      post: {
        ...operation('validate', 'Validar, sem gravar,'),
        requestBody: body({
          oneOf: [
            schemaRef(`${name}Input`),
            { type: 'array', minItems: 1, maxItems: maxValidated, items: schemaRef(`${name}Input`) },
          ],
        }),
        responses: answers('200', validationResult, [400, 401, 403]),
      },
    },
    [`${path}/order`]: isAllowed('update') &&
      isOrderedByHand(plan) && {
        post: {
          ...operation('order', 'Ordenar'),
          parameters: [idempotencyKey],
          requestBody: body({
            type: 'object',
            required: ['ids'],
            properties: { ids: { type: 'array', items: { type: 'string', format: 'uuid' } } },
          }),
          responses: { 200: { description: 'Ordenados.' }, ...problems([400, 401, 403, 409, 422]) },
        },
      },
    [`${path}/export`]: isAllowed('export') && {
      get: {
        ...operation('export', 'Exportar'),
        parameters: [
          ...exportParameters,
          columns('Colunas, pela ordem do ficheiro; sem elas, as da lista.'),
          ...query,
        ],
        responses: { 200: file, ...problems([400, 401, 403, 429]) },
      },
      post: {
        ...operation('exportMany', 'Exportar, com os parâmetros no corpo,'),
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
  const operation = operationsOf(definition, terminology)
  return {
    [`/${resourcePath(definition.name)}`]: {
      get: {
        ...operation('list', 'Consultar'),
        responses: answers('200', listAnswer(definition.name), [400, 401, 403]),
      },
    },
  }
}

function operationsOf(
  { name, label }: Definition,
  terminology: Terminology,
): (verb: string, text: string) => Operation {
  const many = fillTerms(label.many, terminology)
  return (verb, text) => ({
    operationId: `${verb}${capitalise(name)}`,
    tags: [many],
    summary: `${text} ${many.toLowerCase()}`,
  })
}

/** The same operation, nested below a parent. */
function nestedOperation(parent: string, operation: Operation): Operation {
  return { ...operation, operationId: `${String(operation['operationId'])}Of${capitalise(parent)}` }
}

function withOperations(paths: Record<string, Record<string, unknown> | false>): Paths {
  const methods = ['get', 'post', 'put', 'patch', 'delete']
  return Object.fromEntries(
    Object.entries(paths).filter(([, item]) => item !== false && methods.some((method) => method in item)),
  ) as Paths
}

function body(schema: Schema) {
  return { required: true, content: { 'application/json': { schema } } }
}
