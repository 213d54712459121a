import type { Caller } from '@agremia/resources/access.ts'
import { decide } from '@agremia/resources/access.ts'
import type { Explainer } from '@agremia/resources/descriptor.ts'
import { allDefinitions } from '@agremia/resources/definitions/index.ts'
import type { Settings } from '@agremia/resources/definitions/settings.ts'
import { describeFields, describeResource, effectiveFields } from '@agremia/resources/describe.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import type { FastifyInstance } from 'fastify'
import type { Engine } from './modules.ts'

/** `GET /explainer`: the resources and fields that the caller's role may read, in the organisation's words. */
export function registerExplainer(app: FastifyInstance, { world }: Engine): void {
  const texts = new WeakMap<Settings, Map<string, string>>()
  app.get('/explainer', async (request, reply) => {
    const settings = await world.organisation.settings()
    let known = texts.get(settings)
    if (!known) texts.set(settings, (known = new Map()))
    // An account without a person owns no records, so it sees fewer resources than others of its role.
    const { role, personId } = request.caller
    const audience = personId === null ? role : `${role} with a person`
    let text = known.get(audience)
    if (!text) {
      text = JSON.stringify(explain(settings, await world.organisation.terminology(), request.caller))
      known.set(audience, text)
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
