/** Who is asking. Visitors have no id; `personId` is what ties a member's account to the member's records. */
export type Role = 'admin' | 'editor' | 'member' | 'visitor'
export const roles = ['admin', 'editor', 'member'] as const

export interface Caller {
  id: string | null
  name: string
  role: Role
  personId: string | null
}

/** Equality on fields; a list means any of. An empty constraint allows every record. */
export type Constraint = Record<string, string | number | boolean | null | readonly (string | null)[]>

/** Yes, no, or yes for the records that match. */
export type Decision = boolean | Constraint
export type AccessRule = (caller: Caller) => Decision

export type Verb = 'list' | 'read' | 'create' | 'update' | 'delete' | 'export'

/** `read` also rules lists and exports unless these are given; visitors export nothing. */
export interface Access {
  read: AccessRule
  list?: AccessRule
  export?: AccessRule
  create: AccessRule
  update: AccessRule
  delete: AccessRule
}

export const nobody: AccessRule = () => false
export const everyone: AccessRule = () => true
export const admins: AccessRule = (caller) => caller.role === 'admin'
export const staff: AccessRule = (caller) => isStaff(caller)
export const signedIn: AccessRule = (caller) => caller.role !== 'visitor'

/** The caller's own records: those whose `field` holds the caller's person (or, for `id`, the caller's own user). */
export function ownRecords(field: string, of: 'person' | 'user' = 'person'): AccessRule {
  return (caller) => {
    const own = of === 'person' ? caller.personId : caller.id
    return own === null ? false : { [field]: own }
  }
}

/** The first rule that does not say no. */
export function anyOf(...rules: AccessRule[]): AccessRule {
  return (caller) => {
    for (const rule of rules) {
      const decision = rule(caller)
      if (decision !== false) return decision
    }
    return false
  }
}

export function isStaff(caller: { role: Role }): boolean {
  return caller.role === 'admin' || caller.role === 'editor'
}

/** What the caller may do with `verb`, closed unless opened. */
export function decide(access: Access, verb: Verb, caller: Caller): Decision {
  switch (verb) {
    case 'list':
      return (access.list ?? access.read)(caller)
    case 'export':
      return caller.role !== 'visitor' && (access.export ?? access.list ?? access.read)(caller)
    case 'read':
    case 'create':
    case 'update':
    case 'delete':
      return access[verb](caller)
  }
}

/** Whether a record (wire form) satisfies a decision. */
export function allows(decision: Decision, record: Record<string, unknown>): boolean {
  if (typeof decision === 'boolean') return decision
  return Object.entries(decision).every(([field, wanted]) => {
    const held = record[field] ?? null
    return Array.isArray(wanted) ? wanted.includes(held) : held === wanted
  })
}
