import type { Caller, Constraint, Decision, Role, Verb } from '@agremia/resources/access.ts'
import { decide } from '@agremia/resources/access.ts'
import { ApiError, forbidden } from '../errors.ts'
import type { Plan } from './plan.ts'

/** The records of a resource that the caller may access, and the role whose fields it sees. */
export interface Scope {
  constraint: Constraint
  role: Role
}

/** Converts a decision to a constraint. Throws 403, or 401 for visitors, when it is false. */
export function constraintOf(decision: Decision, caller: Caller): Constraint {
  if (decision === false)
    throw caller.role === 'visitor' ? new ApiError(401, 'É preciso entrar para continuar.') : forbidden()
  return decision === true ? {} : decision
}

export function scopeOf(plan: Plan, verb: Verb, caller: Caller): Scope {
  return { constraint: constraintOf(decide(plan.definition.access, verb, caller), caller), role: caller.role }
}
