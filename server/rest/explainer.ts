import { randomUUID } from 'node:crypto'
import type { Caller } from '@agremia/resources/access.ts'
import { decide, readerKey } from '@agremia/resources/access.ts'
import type { Explainer } from '@agremia/resources/descriptor.ts'
import { allDefinitions } from '@agremia/resources/definitions/index.ts'
import type { Settings } from '@agremia/resources/definitions/settings.ts'
import { describeFields, describeResource, effectiveFields } from '@agremia/resources/describe.ts'
import { described, each, either, mapOf, oneOf } from '@agremia/resources/json-shape.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import type { FastifyInstance } from 'fastify'
import { badRequest } from '../errors.ts'
import type { Api } from './api.ts'
import { knownParameters } from './query-parameters.ts'
import type { World } from './modules.ts'
import { route } from './api.ts'

const optionShape = { value: 'text', label: 'text', 'help?': 'text', 'tone?': 'text' } as const
/** `FieldDescriptor`, for answers. */
export const fieldDescriptorShape = {
  name: 'text',
  type: 'text',
  validation: described('Regras com o seu argumento: required, max:200, nif.', 'text[]'),
  label: 'text',
  group: 'text',
  inputType: 'text',
  'help?': 'text',
  'blank?': 'text',
  'unit?': 'text',
  'options?': [optionShape],
  'reference?': 'text',
  'badge?': 'boolean',
  'assigned?': 'boolean',
  'readOnly?': 'boolean',
  'fixed?': 'boolean',
  'hidden?': 'boolean',
  'detail?': 'boolean',
  'listed?': 'boolean',
  'sortable?': 'boolean',
  'searchable?': 'boolean',
  'filterable?': 'boolean',
  'summed?': 'boolean',
  'span?': 'integer',
  'default?': either('text?', 'number', 'boolean', 'text[]'),
} as const
const constraintShape = mapOf(either('text?', 'number', 'boolean', 'text[]'))
const questionShape = { 'title?': 'text', 'text?': 'text' } as const
const decisionShape = either('boolean', constraintShape)
const resourceDescriptorShape = {
  name: 'text',
  path: 'text',
  label: {
    one: 'text',
    many: 'text',
    'counted?': { one: 'text', many: 'text' },
    new: 'text',
    gender: oneOf(['m', 'f']),
  },
  may: {
    ...each(['list', 'read', 'create', 'export'], 'boolean'),
    ...each(['update', 'delete'], decisionShape),
  },
  actions: [
    {
      name: 'text',
      label: 'text',
      'fields?': mapOf(fieldDescriptorShape),
      icon: 'text',
      done: 'text',
      'question?': either('boolean', questionShape),
      'many?': either('boolean', { ...questionShape, 'without?': 'text[]' }),
      'initial?': mapOf(either('text?', 'number', 'boolean', { from: 'text', 'field?': 'text' })),
      'isDestructive?': 'boolean',
      'sends?': described('O que faz é mandar uma mensagem.', 'boolean'),
      'when?': [
        either({ is: constraintShape, otherwise: 'text' }, { isNot: constraintShape, otherwise: 'text' }),
      ],
      'preview?': 'boolean',
    },
  ],
  sort: 'text',
  title: 'text',
  'nameTemplate?': 'text',
  'hasNoSearch?': 'boolean',
  'essential?': ['text'],
  'work?': { underWay: 'text[]', 'progress?': { total: 'text', done: 'text[]' } },
} as const

const explainerApi: Api = {
  name: 'explain',
  summary: 'Conhecer os recursos e os campos que se podem ver',
  tag: 'Programa',
  query: {
    '_resource?': described(
      'Só os campos e as ações deste recurso.',
      oneOf(allDefinitions.map(({ name }) => name)),
    ),
  },
  answers: {
    200: { data: mapOf(mapOf(fieldDescriptorShape)), resources: mapOf(resourceDescriptorShape) },
    304: null,
  },
}

/**
 * `GET /explainer`: the resources and fields that the caller's role may read, in the organisation's words. With `_resource` the fields
 * and actions of this resource alone, a sixth of the size: what the first list of a page needs.
 */
export function registerExplainer(app: FastifyInstance, world: World): void {
  const texts = new WeakMap<Settings, Map<string, string>>()
  app.get('/explainer', route(explainerApi), async (request, reply) => {
    const { _resource } = knownParameters(request, ['_resource'])
    const settings = await world.organisation.settings()
    let known = texts.get(settings)
    if (!known) texts.set(settings, (known = new Map()))
    // An account without a person owns no records, so it sees fewer resources than others of its role. Visitors have no account.
    const { personId } = request.caller
    const audience =
      personId === null ? readerKey(request.caller) : `${readerKey(request.caller)} with a person`
    const key = _resource === undefined ? audience : `${audience}?${_resource}`
    let text = known.get(key)
    if (!text) {
      const explained = explain(settings, await world.organisation.terminology(), standInFor(request.caller))
      text = JSON.stringify(_resource === undefined ? explained : withDetailsOf(explained, _resource))
      known.set(key, text)
    }
    void reply.type('application/json; charset=utf-8').header('cache-control', 'private, no-cache')
    return withIdsOf(request.caller, text)
  })
}

/** Ids in cached texts, in place of those of the caller: constraints name them, and all callers of a role share a text. */
const standIns = { id: randomUUID(), personId: randomUUID() }

function standInFor(caller: Caller): Caller {
  const { id, personId } = standIns
  return { ...caller, id: caller.id && id, personId: caller.personId && personId }
}

function withIdsOf({ id, personId }: Caller, text: string): string {
  return text.replaceAll(standIns.id, id ?? '').replaceAll(standIns.personId, personId ?? '')
}

export function explain(settings: Settings, terminology: Terminology, caller: Caller): Explainer {
  const explained: Explainer = { data: {}, resources: {} }
  for (const definition of allDefinitions) {
    if (decide(definition.access, 'read', caller) === false) continue
    explained.data[definition.name] = describeFields(
      effectiveFields(definition, settings),
      terminology,
      caller,
    )
    explained.resources[definition.name] = describeResource(definition, terminology, caller)
  }
  return explained
}

/** Throws 400 for a resource that does not exist or that the caller may not read, with the same message. */
function withDetailsOf({ data, resources }: Explainer, resource: string): Explainer {
  const fields = Object.hasOwn(data, resource) ? data[resource] : undefined
  if (!fields) throw badRequest(`_resource: não existe o recurso «${resource.slice(0, 60)}».`)
  const shown = Object.entries(resources).map(([name, descriptor]) => [
    name,
    name === resource ? descriptor : { ...descriptor, actions: [] },
  ])
  return { data: { [resource]: fields }, resources: Object.fromEntries(shown) }
}
