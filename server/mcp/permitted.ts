import type { Caller } from '@agremia/resources/access.ts'
import { decide } from '@agremia/resources/access.ts'
import { hasScope, scopedResources } from '@agremia/resources/api-scopes.ts'
import type { Definition } from '@agremia/resources/define-resource.ts'
import { getDefinition } from '@agremia/resources/definitions/index.ts'

/** The resources that a program may use through tools, by what it may do with them. */
export interface Permitted {
  all: Definition[]
  list: Definition[]
  /** Whose values of a field are counted. */
  count: Definition[]
  read: Definition[]
  /** With a search of their own fields. */
  search: Definition[]
  create: Definition[]
  update: Definition[]
  act: Definition[]
}

const scoped = scopedResources().map(({ name }) => getDefinition(name))

export function permittedTo(caller: Caller): Permitted {
  const reads = scoped.filter(({ name }) => hasScope(caller, name, 'read'))
  const writes = scoped.filter(({ name, kind }) => kind !== 'computed' && hasScope(caller, name, 'write'))
  const may = (verb: Parameters<typeof decide>[1]) => {
    return ({ access }: Definition) => decide(access, verb, caller) !== false
  }
  // Of the computed resources, those with list options answer the parameters of lists.
  const list = reads.filter(may('list')).filter(({ kind, list: options }) => kind !== 'computed' || options)
  const read = reads.filter(may('read')).filter(({ kind }) => kind !== 'computed')
  const create = writes.filter(may('create'))
  const update = writes.filter(may('update'))
  const act = writes.filter((definition) => actionsFor(definition, caller).length > 0)
  return {
    all: scoped.filter((one) => [list, read, create, update, act].some((some) => some.includes(one))),
    list,
    count: list.filter(({ kind }) => kind !== 'computed'),
    read,
    search: list.filter(({ fields }) => Object.values(fields).some(({ searchable }) => searchable)),
    create,
    update,
    act,
  }
}

/** Names of the actions of a resource that the caller may do. */
export function actionsFor({ actions = {} }: Definition, caller: Caller): string[] {
  return Object.keys(actions).filter((name) => actions[name]?.access(caller) !== false)
}
