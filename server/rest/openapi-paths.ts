import type { Caller } from '@agremia/resources/access.ts'
import { decide } from '@agremia/resources/access.ts'
import type { Definition } from '@agremia/resources/define-resource.ts'
import { getDefinition } from '@agremia/resources/definitions/index.ts'
import type { Field, Fields } from '@agremia/resources/fields.ts'
import { resourcePath } from '@agremia/resources/paths.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import { capitalise, fillTerms } from '@agremia/resources/terminology.ts'
import { defaultLimit, largestLimit, listedFields } from './list-query.ts'
import type { Schema } from './openapi-schemas.ts'
import type { Plan } from './plan.ts'
import { inputSchema, requiredFields, valueSchema } from './openapi-schemas.ts'

type Operation = Record<string, unknown>
type Paths = Record<string, Record<string, unknown>>

/** Whoever may do all; what not even this one may do does not exist. */
const administrator: Caller = { id: '', name: '', role: 'admin', personId: null }

/** The calls of one resource. */
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
    responses: answers('200', listAnswer(name), [400, 401, 403]),
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
    [`${path}/validate`]: (may('create') || may('update')) && {
      post: {
        ...say('validate', 'Validar, sem gravar,'),
        requestBody: body(schemaRef(`${name}Input`)),
        responses: answers('200', schemaRef('Findings'), [400, 401, 403]),
      },
    },
    [`${path}/export`]: may('export') && {
      get: {
        ...say('export', 'Exportar'),
        parameters: [format, columns('Colunas, pela ordem do ficheiro; sem elas, as da lista.'), ...query],
        responses: { 200: file, ...problems([400, 401, 403, 429]) },
      },
    },
    ...Object.fromEntries(nested),
    ...Object.fromEntries(actions),
  })
}

/** A resource that its area answers: only that it can be asked for. */
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

/** The same call below a parent. */
function within(parent: string, operation: Operation): Operation {
  return { ...operation, operationId: `${String(operation['operationId'])}Of${capitalise(parent)}` }
}

function present(paths: Record<string, Record<string, unknown> | false>): Paths {
  const methods = ['get', 'post', 'put', 'patch', 'delete']
  return Object.fromEntries(
    Object.entries(paths).filter(([, item]) => item !== false && methods.some((method) => method in item)),
  ) as Paths
}

function idParameter(definition: Definition) {
  const schema =
    definition.kind === 'byName'
      ? { type: 'string', description: 'O _id, ou o nome.' }
      : { type: 'string', format: 'uuid' }
  return { name: 'id', in: 'path', required: true, schema }
}

const idempotencyKey = { $ref: '#/components/parameters/IdempotencyKey' }

/** Parameters that every list takes, by the names under which the document keeps them. */
export const sharedParameters: Record<string, Schema> = {
  Page: { name: '_page', in: 'query', schema: { type: 'integer', minimum: 1, default: 1 } },
  Limit: {
    name: '_limit',
    in: 'query',
    description: 'Registos por página; -1 para todos.',
    schema: { type: 'integer', minimum: -1, maximum: largestLimit, default: defaultLimit },
  },
  Search: {
    name: '_search',
    in: 'query',
    description: 'Todas as palavras, sem acentos nem maiúsculas.',
    schema: { type: 'string', maxLength: 200 },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'Um pedido repetido com a mesma chave tem a mesma resposta e nada escreve.',
    schema: { type: 'string', maxLength: 200 },
  },
}

/** Which records, in what order. */
function queryParameters({ expressions }: Plan, fields: Fields): unknown[] {
  const kept = Object.entries(fields).filter(
    ([name, field]) => name in expressions && field.column !== 'json' && !field.detail,
  )
  const sortable = [
    'created_at',
    'updated_at',
    ...kept.filter(([, field]) => field.column !== 'list').map(([name]) => name),
  ]
  const shared = ['Page', 'Limit', 'Search'].map((name) => ({ $ref: `#/components/parameters/${name}` }))
  const sort = {
    name: '_sort',
    in: 'query',
    description: 'Campos separados por vírgulas; com - por ordem descendente.',
    style: 'form',
    explode: false,
    schema: {
      type: 'array',
      items: { type: 'string', enum: sortable.flatMap((name) => [name, `-${name}`]) },
      default: ['-created_at'],
    },
  }
  return [...shared, sort, ...kept.flatMap(([name, field]) => filterParameters(name, field))]
}

/** `_field` means equal to any of; `_field_from` and `_field_to` bound what has an order. */
function filterParameters(name: string, field: Field): unknown[] {
  const {
    type,
    format,
    enum: values,
  } = valueSchema(field.column === 'list' ? { ...field, type: 'string' } : field)
  const item = { type: values ? 'string' : type, ...(format !== undefined && { format }) }
  const equal = {
    name: `_${name}`,
    in: 'query',
    description: 'Igual; repetido, qualquer um; null, vazio.',
    schema: { type: 'array', items: item },
  }
  const isRanged = ['integer', 'cents', 'date', 'instant'].includes(field.column)
  return [
    equal,
    ...(isRanged
      ? ['from', 'to'].map((end) => ({ name: `_${name}_${end}`, in: 'query', schema: item }))
      : []),
  ]
}

const format = {
  name: 'format',
  in: 'query',
  schema: { type: 'string', enum: ['csv', 'xlsx'], default: 'csv' },
}

function columnsParameter(plan: Plan, description: string): unknown {
  const names = listedFields(plan, 'admin')
  return {
    name: '_columns',
    in: 'query',
    description,
    style: 'form',
    explode: false,
    schema: { type: 'array', items: { type: 'string', enum: names } },
  }
}

function schemaRef(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` }
}

function listAnswer(name: string): Schema {
  return {
    type: 'object',
    required: ['data'],
    properties: { data: { type: 'array', items: schemaRef(name) }, meta: schemaRef('ListMeta') },
  }
}

function dataAnswer(name: string): Schema {
  return { type: 'object', required: ['data'], properties: { data: schemaRef(name) } }
}

function body(schema: Schema) {
  return { required: true, content: { 'application/json': { schema } } }
}

export function answers(
  status: string,
  schema: Schema | undefined,
  failures: number[],
): Record<string, unknown> {
  const success = schema
    ? { description: 'Feito.', content: { 'application/json': { schema } } }
    : { description: 'Feito.' }
  return { [status]: success, ...problems(failures) }
}

const problemNames: Record<number, string> = {
  400: 'Pedido que não se consegue ler.',
  401: 'Sem sessão, ou sessão expirada.',
  403: 'Sem permissão.',
  404: 'Não existe, ou não pode ser visto.',
  409: 'Em conflito com o que está gravado, ou contra uma regra.',
  422: 'Campos por corrigir.',
  429: 'Pedidos a mais: ver Retry-After.',
}

function problems(statuses: number[]): Record<string, unknown> {
  return Object.fromEntries(
    statuses.map((status) => [status, { $ref: `#/components/responses/Problem${status}` }]),
  )
}

/** The failures, by the names under which the document keeps them. */
export const sharedProblems: Record<string, Schema> = Object.fromEntries(
  Object.entries(problemNames).map(([status, description]) => [
    `Problem${status}`,
    { description, content: { 'application/json': { schema: schemaRef('Error') } } },
  ]),
)

const file = {
  description: 'O ficheiro.',
  content: {
    'text/csv': { schema: { type: 'string' } },
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': {
      schema: { type: 'string', format: 'binary' },
    },
  },
}
