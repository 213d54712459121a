import type { Caller, Verb } from '@agremia/resources/access.ts'
import { decide } from '@agremia/resources/access.ts'
import type { Definition } from '@agremia/resources/define-resource.ts'
import { getDefinition } from '@agremia/resources/definitions/index.ts'
import type { Field } from '@agremia/resources/fields.ts'
import type { JsonSchema, JsonShape } from '@agremia/resources/json-shape.ts'
import { either, limited, mapOf, described } from '@agremia/resources/json-shape.ts'
import { defaultLimit, emptyValue, maxLimit, presentValue } from '@agremia/resources/list-parameters.ts'
import { capitalise } from '@agremia/resources/letter-case.ts'
import type { Api, ApiContext, Parameter } from './api.ts'
import {
  componentRef,
  data,
  fileOf,
  inputOf,
  page,
  pageQuery,
  parametersOf,
  recordOf,
  withMore,
  written,
} from './api.ts'
import { isFilterable, isOrderable, isRanged, listedFields } from './list-query.ts'
import type { ResourceModule } from './modules.ts'
import { inputSchema, requiredFields, valueSchema } from './openapi-schemas.ts'
import { maxValidated } from './write.ts'

/** The role with the most rights: operations that it may not do have no answers. */
const administrator: Caller = { id: '', name: '', role: 'admin', personId: null }

type Operation =
  | 'list'
  | 'read'
  | 'create'
  | 'replace'
  | 'modify'
  | 'delete'
  | 'previewDeletion'
  | 'validate'
  | 'order'
  | 'export'
  | 'exportMany'
  | 'history'
  | 'countValues'
type Operations = Record<Operation, Api>

const ofDefinitions = new WeakMap<Definition, Operations>()

/** The declarations of a resource's routes, computed once. Operations that nobody may do have no answers. */
export function resourceApi(definition: Definition): Operations {
  let api = ofDefinitions.get(definition)
  if (!api) ofDefinitions.set(definition, (api = declareOperations(definition)))
  return api
}

function declareOperations(definition: Definition): Operations {
  const { access, name, kind } = definition
  const mayAnyone = (verb: Verb) => decide(access, verb, administrator) !== false
  const declare = (operation: Operation, text: string, verb: Verb, { answers, ...api }: Declared): Api => ({
    ...named(definition, operation, text),
    ...api,
    answers: mayAnyone(verb) ? answers : {},
  })
  const record = data(recordOf(definition))
  const saved = written(recordOf(definition))
  const one = kind === 'byName' ? ({ params: { id: 'text' } } as const) : {}
  const change: Declared = {
    ...one,
    body: inputOf(definition),
    // Of an old `_version`, with the record as it is stored.
    answers: { 200: saved, 409: { message: 'text', 'data?': recordOf(definition) } },
    refuses: [422],
  }
  const listQuery = (columnsText: string) => (context: ApiContext) => [
    columnsParameter(name, columnsText, context),
    ...listParameters(name, context),
  ]
  const exported = { answers: { 200: exportedFile }, refuses: [422] } as const
  return {
    list: declare('list', 'Listar', 'list', {
      query: listQuery('Campos de cada registo, além dos que todos têm; sem ele, todos.'),
      answers: { 200: page(componentRef(name)) },
    }),
    read: declare('read', 'Ler', 'read', { ...one, answers: { 200: record } }),
    create: declare('create', 'Criar', 'create', {
      body: newRecordOf(definition),
      answers: { 201: saved },
      refuses: [404],
      idempotent: true,
    }),
    replace: declare('replace', 'Substituir', 'update', change),
    modify: declare('modify', 'Alterar', 'update', change),
    delete: declare('delete', 'Eliminar', 'delete', { ...one, answers: { 204: null }, refuses: [409] }),
    previewDeletion: declare('previewDeletion', 'Prever os efeitos de eliminar', 'delete', {
      ...one,
      answers: { 200: data({ refusal: 'text?', also: 'text[]' }) },
    }),
    validate: declare('validate', 'Validar, sem gravar,', mayAnyone('create') ? 'create' : 'update', {
      body: either(
        inputOf(definition),
        limited([inputOf(definition)], { minItems: 1, maxItems: maxValidated }),
      ),
      readsAnyBody: true,
      answers: { 200: either(componentRef('Findings'), data([componentRef('Findings')])) },
      refuses: [404, 422],
    }),
    order: declare('order', 'Ordenar', 'update', {
      body: { ids: 'uuid[]' },
      answers: { 200: data({}) },
      idempotent: true,
    }),
    export: declare('export', 'Exportar', 'export', {
      query: (context) => [
        ...exportQuery,
        ...listQuery('Colunas, pela ordem do ficheiro; sem elas, as da lista.')(context),
      ],
      ...exported,
    }),
    exportMany: declare('exportMany', 'Exportar, com os parâmetros no corpo,', 'export', {
      body: exportBody,
      ...exported,
    }),
    countValues: declare('countValues', 'Contar por valor de um campo:', 'list', {
      params: { field: 'text' },
      query: (context) => listParameters(name, context),
      answers: {
        200: page(
          { value: either('text?', 'number', 'boolean'), 'label?': 'text?', count: 'integer' },
          {
            total: described('Quantos valores há.', 'integer'),
            limit: described('No máximo, quantos vêm.', 'integer'),
          },
        ),
      },
    }),
    history: {
      ...named(definition, 'history', 'Ler as alterações de um registo:'),
      ...one,
      query: {
        '_with?': described('Também as destes registos, separados por vírgulas.', 'text'),
        ...pageQuery,
      },
      answers: { 200: page(withMore(componentRef('AuditEvent'), { recordId: 'uuid' })) },
    },
  }
}

const ofModules = new WeakMap<Definition, Operations>()

/** The declarations of a resource's routes, with what its area adds to them. */
export function moduleApi({ definition, extraProperties, overrideList }: ResourceModule): Operations {
  const api = resourceApi(definition)
  if (!extraProperties && !overrideList) return api
  const known = ofModules.get(definition)
  if (known) return known
  const record = extraProperties && withMore(recordOf(definition), extraProperties.shape)
  const whole = {
    ...api,
    ...(record && { read: { ...api.read, answers: { 200: data(record) } } }),
    ...(overrideList && { list: withOverride(api.list, overrideList) }),
  }
  ofModules.set(definition, whole)
  return whole
}

function withOverride(list: Api, { query, shape }: NonNullable<ResourceModule['overrideList']>): Api {
  return {
    ...list,
    query: (context) => [...parametersOf(list.query, context), ...parametersOf(query, context)],
    answers: { 200: either(list.answers[200] as JsonShape, data(shape)) },
  }
}

type Declared = Omit<Api, 'name' | 'summary'>

function named({ name, label }: Definition, operation: string, text: string): Pick<Api, 'name' | 'summary'> {
  return { name: `${operation}${capitalise(name)}`, summary: `${text} ${lowered(label.many)}` }
}

/** `Modelos de cartão` → `modelos de cartão`, also of a mark: `{MemberPlural}` → `{memberPlural}`. */
export function lowered(text: string): string {
  return text.replace(/^\{?\p{Lu}/u, (start) => start.toLowerCase())
}

/** `de uma candidatura`, `de {um} {memberSingular}`. */
export function ofOne(resource: string): string {
  const { one, gender } = getDefinition(resource).label
  const article = gender === 'member' ? '{um}' : gender === 'f' ? 'uma' : 'um'
  return `de ${article} ${lowered(one)}`
}

/** The declarations of a list below a record of `parent`. */
export function nestedApi(definition: Definition, parent: string): Pick<Operations, 'list' | 'create'> {
  const { list, create } = resourceApi(definition)
  const of = (api: Api): Api => ({
    ...api,
    name: `${api.name}Of${capitalise(parent)}`,
    summary: `${api.summary} ${ofOne(parent)}`,
    ...paramsOf(parent),
  })
  return { list: of(list), create: { ...of(create), body: newRecordOf(definition, parent) } }
}

function paramsOf(parent: string): Pick<Api, 'params'> {
  return getDefinition(parent).kind === 'byName' ? { params: { parentId: 'text' } } : {}
}

/** The declaration of an action of a record. */
export function actionApi(definition: Definition, name: string): Api {
  const { label = '', access, fields, answer } = definition.actions?.[name] ?? {}
  return {
    ...named(definition, name, label),
    ...(definition.kind === 'byName' && { params: { id: 'text' } }),
    ...(fields && {
      body: (context) => ({ ...inputSchema(fields, context), required: requiredFields(fields) }),
    }),
    answers: access?.(administrator) === false ? {} : { 200: written(answer ?? recordOf(definition)) },
    idempotent: true,
  }
}

export function actionPreviewApi(definition: Definition, name: string): Api {
  const { summary, ...api } = actionApi(definition, name)
  return {
    name: `preview${capitalise(api.name)}`,
    summary: `Prever: ${summary}`,
    ...(api.params && { params: api.params }),
    answers: { 200: data({ refusal: 'text?', consequences: 'text[]' }) },
  }
}

/** The body of a new record; below a record of `parent`, which fills in the reference to it. */
function newRecordOf(definition: Definition, parent?: string): (context: ApiContext) => JsonSchema {
  const filledIn = parent === undefined ? undefined : definition.parents?.[parent]
  return ({ fieldsOf }) => {
    const required = requiredFields(fieldsOf(definition.name)).filter((name) => name !== filledIn)
    return {
      allOf: [{ $ref: `#/components/schemas/${definition.name}Input` }, { required }],
    }
  }
}

export const exportedFile = fileOf(
  'text/csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/pdf',
)

/** The parameters of an export, for choices too long for an address. */
export const exportBody = mapOf(either('text', 'text[]'))

/** Parameters of an export that its list does not have. */
export const exportQuery: Parameter[] = [
  { name: 'format', in: 'query', schema: { type: 'string', enum: ['csv', 'xlsx', 'pdf'], default: 'csv' } },
  { name: 'title', in: 'query', description: 'O título de um PDF.', schema: { type: 'string' } },
  {
    name: 'filters',
    in: 'query',
    description: 'Por palavras, por que filtros passaram as linhas de um PDF.',
    schema: { type: 'string' },
  },
]

const pageParameters: Parameter[] = [
  { name: '_page', in: 'query', schema: { type: 'integer', minimum: 1, default: 1 } },
  {
    name: '_limit',
    in: 'query',
    description: `Registos por página: 0 conta como 1, mais de ${maxLimit} como ${maxLimit}; -1 para todos.`,
    schema: { type: 'integer', default: defaultLimit },
  },
]

/** Parameters that select and sort the records of a list. */
export function listParameters(resource: string, { planOf, fieldsOf, asTyped }: ApiContext): Parameter[] {
  const plan = planOf(resource)
  const { searchable, definition } = plan
  const filterable = Object.entries(fieldsOf(resource)).filter(([name]) => isFilterable(plan, name))
  const sortable = [
    '_id',
    ...(asTyped ? ['_created_at', '_updated_at'] : []),
    'created_at',
    'updated_at',
    ...filterable.filter(([, field]) => isOrderable(field)).map(([name]) => name),
  ]
  const isSearched = searchable.length > 0 || definition.list?.searchIn !== undefined
  const search: Parameter = {
    name: '_search',
    in: 'query',
    description: 'Todas as palavras, sem acentos nem maiúsculas.',
    schema: { type: 'string', maxLength: isSearched ? 200 : 0 },
  }
  return [
    ...pageParameters,
    ...(isSearched || asTyped ? [search] : []),
    listOfNames('_sort', 'Campos separados por vírgulas; com - por ordem descendente.', {
      names: sortable.flatMap((name) => [name, `-${name}`]),
      byDefault: ['-created_at'],
    }),
    ...(asTyped ? ['_id', '__id'] : ['_id']).map((name): Parameter => ({
      name,
      in: 'query',
      description: 'Só estes registos.',
      schema: { type: 'array', items: { type: 'string', format: 'uuid' } },
    })),
    ...filterable.flatMap(([name, field]) => filterParameters(name, field, asTyped)),
    ...['created_at', 'updated_at'].flatMap((name) =>
      filterParameters(name, { type: 'datetime', column: 'instant', rules: [] } as unknown as Field, asTyped),
    ),
  ]
}

function columnsParameter(resource: string, description: string, { planOf }: ApiContext): Parameter {
  return listOfNames('_columns', description, { names: listedFields(planOf(resource), 'admin') })
}

export function listOfNames(
  name: string,
  description: string,
  { names, byDefault }: { names: string[]; byDefault?: string[] },
): Parameter {
  return {
    name,
    in: 'query',
    description,
    style: 'form',
    explode: false,
    schema: {
      type: 'array',
      items: { type: 'string', enum: names },
      ...(byDefault && { default: byDefault }),
    },
  }
}

/** `_field` matches any of its values; `_field_from` and `_field_to` limit ordered types. */
function filterParameters(name: string, field: Field, asTyped: boolean): Parameter[] {
  const {
    type,
    format,
    enum: values,
  } = valueSchema(field.column === 'list' ? { ...field, type: 'string' } : field)
  const isText = values !== undefined || asTyped
  const value: JsonSchema = isText ? { type: 'string' } : { type, ...(format !== undefined && { format }) }
  const item =
    value['type'] === 'string' && value['format'] === undefined
      ? value
      : { anyOf: [value, { enum: [emptyValue, presentValue] }] }
  return [
    {
      name: `_${name}`,
      in: 'query',
      description: `Igual; repetido, qualquer um; null, vazio; notNull, com valor.${field.reference ? ` _${name}.campo: pelos campos de ${field.reference}.` : ''}`,
      schema: { type: 'array', items: item },
    },
    ...(isRanged(field) ? ['from', 'to'] : []).map((end): Parameter => ({
      name: `_${name}_${end}`,
      in: 'query',
      schema: value,
    })),
  ]
}
