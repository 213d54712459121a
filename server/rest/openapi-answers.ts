import type { Schema } from './openapi-schemas.ts'

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
