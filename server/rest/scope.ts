import type { Caller, Constraint, Decision, Role, Verb } from '@agremia/resources/access.ts'
import { decide } from '@agremia/resources/access.ts'
import { ApiError, forbidden } from '../errors.ts'
import type { Plan } from './plan.ts'

/** Which records of a resource somebody may see, and as whom. */
export interface Scope {
  constraint: Constraint
  role: Role
}

/** What the caller's records must hold. A refusal is a 403; a visitor is asked to enter, with 401. */
export function constraintOf(decision: Decision, caller: Caller): Constraint {
  if (decision === false)
    throw caller.role === 'visitor' ? new ApiError(401, 'É preciso entrar para continuar.') : forbidden()
  return decision === true ? {} : decision
}

export function scopeOf(plan: Plan, verb: Verb, caller: Caller): Scope {
  return { constraint: constraintOf(decide(plan.definition.access, verb, caller), caller), role: caller.role }
}
