import type { Caller } from '@agremia/resources/access.ts'
import { decide } from '@agremia/resources/access.ts'
import type { Explainer } from '@agremia/resources/descriptor.ts'
import { allDefinitions } from '@agremia/resources/definitions/index.ts'
import type { Settings } from '@agremia/resources/definitions/settings.ts'
import { describeFields, describeResource, effectiveFields } from '@agremia/resources/describe.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import type { FastifyInstance } from 'fastify'
import { badRequest } from '../errors.ts'
import type { Engine } from './modules.ts'
import { knownParameters } from './query-parameters.ts'

/**
 * `GET /explainer`: the resources and fields that the caller's role may read, in the organisation's words. With `_resource` the fields
 * of this resource alone, a third of the size: what the first list of a page needs.
 */
export function registerExplainer(app: FastifyInstance, { world }: Engine): void {
  const texts = new WeakMap<Settings, Map<string, string>>()
  app.get('/explainer', async (request, reply) => {
    const { _resource } = knownParameters(request, ['_resource'])
    const settings = await world.organisation.settings()
    let known = texts.get(settings)
    if (!known) texts.set(settings, (known = new Map()))
    // An account without a person owns no records, so it sees fewer resources than others of its role.
    const { role, personId } = request.caller
    const audience = personId === null ? role : `${role} with a person`
    const key = _resource === undefined ? audience : `${audience}?${_resource}`
    let text = known.get(key)
    if (!text) {
      const explained = explain(settings, await world.organisation.terminology(), request.caller)
      text = JSON.stringify(_resource === undefined ? explained : withFieldsOf(explained, _resource))
      known.set(key, text)
    }
    void reply.type('application/json; charset=utf-8').header('cache-control', 'private, no-cache')
    return text
  })
}

export function explain(settings: Settings, terminology: Terminology, caller: Caller): Explainer {
  const explained: Explainer = { data: {}, resources: {} }
  for (const definition of allDefinitions) {
    if (decide(definition.access, 'read', caller) === false) continue
    explained.data[definition.name] = describeFields(
      effectiveFields(definition, settings),
      terminology,
      caller.role,
    )
    explained.resources[definition.name] = describeResource(definition, terminology, caller)
  }
  return explained
}

/** Throws 400 for a resource that does not exist or that the caller may not read, with the same message. */
function withFieldsOf({ data, resources }: Explainer, resource: string): Explainer {
  const fields = Object.hasOwn(data, resource) ? data[resource] : undefined
  if (!fields) throw badRequest(`_resource: não existe o recurso «${resource.slice(0, 60)}».`)
  return { data: { [resource]: fields }, resources }
}
