import type { Definition } from '@agremia/resources/define-resource.ts'
import type { Field, Fields } from '@agremia/resources/fields.ts'
import { defaultLimit, maxLimit } from '@agremia/resources/list-parameters.ts'
import { listedFields } from './list-query.ts'
import type { Schema } from './openapi-schemas.ts'
import { valueSchema } from './openapi-schemas.ts'
import type { Plan } from './plan.ts'

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

export function listAnswer(name: string): Schema {
  return {
    type: 'object',
    required: ['data'],
    properties: { data: { type: 'array', items: schemaRef(name) }, meta: schemaRef('ListMeta') },
  }
}

export function dataAnswer(name: string): Schema {
  return { type: 'object', required: ['data'], properties: { data: schemaRef(name) } }
}

export function problems(statuses: number[]): Record<string, unknown> {
  return Object.fromEntries(
    statuses.map((status) => [status, { $ref: `#/components/responses/Problem${status}` }]),
  )
}

const problemNames: Record<number, string> = {
  400: 'Pedido que não se consegue ler.',
  401: 'Sem sessão, ou sessão expirada.',
  403: 'Sem permissão.',
  404: 'Não existe, ou não pode ser visto.',
  409: 'Em conflito com o que está gravado, ou contra uma regra.',
  413: 'Pedido grande demais.',
  422: 'Campos por corrigir.',
  429: 'Pedidos a mais: ver Retry-After.',
}

/** The error responses, by their names in the document. */
export const sharedProblems: Record<string, Schema> = Object.fromEntries(
  Object.entries(problemNames).map(([status, description]) => [
    `Problem${status}`,
    { description, content: { 'application/json': { schema: schemaRef('Error') } } },
  ]),
)

export const file = {
  description: 'O ficheiro.',
  content: {
    'text/csv': { schema: { type: 'string' } },
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': {
      schema: { type: 'string', format: 'binary' },
    },
    'application/pdf': { schema: { type: 'string', format: 'binary' } },
  },
}

export function schemaRef(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` }
}

/** Parameters that select and sort records. */
export function queryParameters({ expressions }: Plan, fields: Fields): unknown[] {
  const filterable = Object.entries(fields).filter(
    ([name, field]) => name in expressions && field.column !== 'json' && !field.detail,
  )
  const sortable = [
    'created_at',
    'updated_at',
    ...filterable.filter(([, field]) => field.column !== 'list').map(([name]) => name),
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
  return [...shared, sort, ...filterable.flatMap(([name, field]) => filterParameters(name, field))]
}

export function columnsParameter(plan: Plan, description: string): unknown {
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

export function idParameter(definition: Definition) {
  const schema =
    definition.kind === 'byName'
      ? { type: 'string', description: 'O _id, ou o nome.' }
      : { type: 'string', format: 'uuid' }
  return { name: 'id', in: 'path', required: true, schema }
}

export const idempotencyKey = { $ref: '#/components/parameters/IdempotencyKey' }

/** Parameters of an export that its list does not have. */
export const exportParameters = [
  { name: 'format', in: 'query', schema: { type: 'string', enum: ['csv', 'xlsx', 'pdf'], default: 'csv' } },
  { name: 'title', in: 'query', description: 'O título de um PDF.', schema: { type: 'string' } },
  {
    name: 'filters',
    in: 'query',
    description: 'Por palavras, por que filtros passaram as linhas de um PDF.',
    schema: { type: 'string' },
  },
]

/** Shared parameters, by their names in the document. */
export const sharedParameters: Record<string, Schema> = {
  Page: { name: '_page', in: 'query', schema: { type: 'integer', minimum: 1, default: 1 } },
  Limit: {
    name: '_limit',
    in: 'query',
    description: 'Registos por página; -1 para todos.',
    schema: { type: 'integer', minimum: -1, maximum: maxLimit, default: defaultLimit },
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

/** `_field` matches any of its values; `_field_from` and `_field_to` limit ordered types. */
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
    description: 'Igual; repetido, qualquer um; null, vazio; notNull, com valor.',
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
