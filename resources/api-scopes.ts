import type { Caller, Verb } from './access.ts'
import { decide } from './access.ts'
import type { Definition } from './define-resource.ts'
import { allDefinitions } from './definitions/index.ts'
import { resourcePath } from './paths.ts'

/** What a secret may do with a resource: `members:read`, `payments:write`. */
export type ScopeVerb = 'read' | 'write'

/** A secret acts like an editor, within its scopes. */
export const secretRole = 'editor'

const anyEditor: Caller = { id: '', name: '', role: secretRole, personId: null }
/** Accounts and the programs themselves are for people alone; bulk actions, imports and merges would reach other resources. */
const onlyForPeople = [
  'users',
  'sessions',
  'apiSecrets',
  'apiCalls',
  'webhooks',
  'webhookDeliveries',
  'webhookAttempts',
  'auditEvents',
  'bulkActions',
  'bulkActionResults',
  'imports',
  'importRows',
  'merges',
]

export interface ScopedResource {
  name: string
  /** In scopes and in addresses: `member_categories`. */
  path: string
  verbs: ScopeVerb[]
}

/** The resources that secrets may be allowed to use. */
export function scopedResources(): ScopedResource[] {
  return allDefinitions
    .filter(({ name }) => !onlyForPeople.includes(name))
    .map((definition) => ({
      name: definition.name,
      path: resourcePath(definition.name),
      verbs: verbsOf(definition),
    }))
    .filter(({ verbs }) => verbs.length > 0)
}

function verbsOf({ access, actions = {} }: Definition): ScopeVerb[] {
  const may = (verb: Verb) => decide(access, verb, anyEditor) !== false
  const writes =
    may('create') ||
    may('update') ||
    may('delete') ||
    Object.values(actions).some(({ access: rule }) => rule(anyEditor) !== false)
  return [...(may('read') || may('list') ? (['read'] as const) : []), ...(writes ? (['write'] as const) : [])]
}

/** Whether the caller's secret has the scope; people need none. */
export function hasScope({ scopes }: Pick<Caller, 'scopes'>, resource: string, verb: ScopeVerb): boolean {
  return scopes === undefined || scopes.has(`${resourcePath(resource)}:${verb}`)
}

/** All scopes, as stored in secrets. */
export function allScopes(): string[] {
  return scopedResources().flatMap(({ path, verbs }) => verbs.map((verb) => `${path}:${verb}`))
}
