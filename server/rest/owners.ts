import type { Caller, Constraint, Role } from '@agremia/resources/access.ts'
import { decide } from '@agremia/resources/access.ts'
import type { Definition } from '@agremia/resources/define-resource.ts'
import type { Querying } from '../database/querying.ts'
import { many, sql } from '../database/sql.ts'
import { whereOf } from './list-conditions.ts'
import type { Plan } from './plan.ts'
import { joinsOf } from './select-rows.ts'

/** Which records of a resource a role reads: those that satisfy `also` and, if there is `ownerField`, belong to the caller. */
export interface Share {
  /** Has the id of the caller's person or account. */
  ownerField: string | undefined
  also: Constraint
}

/** A record that a role may read, with the id of the person or account whose record it is. */
export interface SharedRecord {
  id: string
  owner: string | null
}

const probe = { id: ':user', personId: ':person', name: '' }
const shares = new WeakMap<Definition, Partial<Record<Role, boolean | Share>>>()

/** What a role reads of a resource, the same for each of its callers apart from the owner: all records, none or a share. */
export function shareOf(definition: Definition, role: Role): boolean | Share {
  const known = shares.get(definition) ?? {}
  shares.set(definition, known)
  return (known[role] ??= computeShare(definition, { ...probe, role }))
}

function computeShare({ access }: Definition, caller: Caller): boolean | Share {
  const decision = decide(access, 'read', caller)
  if (typeof decision === 'boolean') return decision
  const isOwner = (value: unknown) => value === probe.id || value === probe.personId
  const entries = Object.entries(decision)
  return {
    ownerField: entries.find(([, value]) => isOwner(value))?.[0],
    also: Object.fromEntries(entries.filter(([, value]) => !isOwner(value))),
  }
}

/** Which of these records belong to a share, with their owners. One query. */
export async function findShared(
  db: Querying,
  plan: Plan,
  ids: readonly string[],
  { ownerField, also }: Share,
): Promise<SharedRecord[]> {
  const owner = ownerField === undefined ? undefined : plan.expressions[ownerField]?.sql
  return many(
    db,
    sql`SELECT t.id, ${owner ?? sql`NULL`}::uuid AS owner FROM ${plan.table} t ${joinsOf(plan.through)}
      WHERE t.id = ANY(${ids}::uuid[]) AND ${whereOf(plan, { filters: [], words: [] }, also).sql}`,
    { id: 'uuid', owner: 'uuid?' },
  )
}
