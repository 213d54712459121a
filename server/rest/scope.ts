import type { Caller, Constraint, Decision, FieldReader, Verb } from '@agremia/resources/access.ts'
import { decide, isStaff, isWithheldFrom } from '@agremia/resources/access.ts'
import { ApiError, forbidden } from '../errors.ts'
import type { Plan } from './plan.ts'

/** The records of a resource that the caller may access, and whose fields it sees. */
export interface Scope {
  constraint: Constraint
  reader: FieldReader
}

function constraintOf(decision: Decision, caller: Caller): Constraint {
  if (decision === false)
    throw caller.role === 'visitor' ? new ApiError(401, 'É preciso entrar para continuar.') : forbidden()
  return decision === true ? {} : decision
}

/** Throws 403, or 401 for visitors, when the decision is false. */
export function requireAccess(decision: Decision, caller: Caller): void {
  constraintOf(decision, caller)
}

export function scopeOf(plan: Plan, verb: Verb, caller: Caller): Scope {
  return { constraint: constraintOf(decide(plan.definition.access, verb, caller), caller), reader: caller }
}

/** The plan by which the caller reads lists or a record: it may withhold the data of protected people. */
export function planFor(
  plan: Plan,
  of: 'list' | 'record',
  caller: Pick<Caller, 'protectsPeople' | 'role'>,
): Plan {
  const { withholding } = plan
  if (!withholding || !caller.protectsPeople) return plan
  // Members read their own records, and as collectors the addresses of others beside a visit.
  if (!isStaff(caller)) return plan.definition.protection ? plan : withholding
  return isWithheldFrom(caller) || (of === 'list' && !withholding.withheld) ? withholding : plan
}
