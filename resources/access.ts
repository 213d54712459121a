/** The sender of a request. Visitors have no id; `personId` is the person of a member's account. */
export type Role = 'admin' | 'editor' | 'auditor' | 'member' | 'visitor'
export const roles = ['admin', 'editor', 'auditor', 'member'] as const
/** Roles that see the organisation's records. Auditors read what editors read, and write nothing but their own account. */
export const staffRoles = ['admin', 'editor', 'auditor'] as const
export const writerRoles = ['admin', 'editor'] as const
/** Roles that write what people may also change of themselves. */
export const ownerRoles = [...writerRoles, 'member'] as const

export interface Caller {
  id: string | null
  name: string
  role: Role
  personId: string | null
}

/** Equality of fields; a list means one of its values. An empty constraint allows every record. */
export type Constraint = Record<string, string | number | boolean | null | readonly (string | null)[]>

/** All records, none, or those that match a constraint. */
export type Decision = boolean | Constraint
export type AccessRule = (caller: Caller) => Decision

export type Verb = 'list' | 'read' | 'create' | 'update' | 'delete' | 'export'

/** `read` also applies to `list` and `export` unless these are set; visitors export nothing. */
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
/** Editors, for the records that match the constraint. */
export const editorsOf = (constraint: Constraint): AccessRule => {
  return (caller) => caller.role === 'editor' && constraint
}
/** For what shows, prints and exports. */
export const staffReaders: AccessRule = (caller) => isStaff(caller)
/** For what creates, changes, deletes, sends or starts something. */
export const staffWriters: AccessRule = (caller) => isWriter(caller)
export const signedIn: AccessRule = (caller) => caller.role !== 'visitor'

/**
 * The caller's own records: `field` has the id of the caller's person, or of the caller's user. Auditors have only their user: the records of
 * their person are among those that they audit.
 */
export function ownRecords(field: string, of: 'person' | 'user' = 'person'): AccessRule {
  return (caller) => {
    const ofPerson = caller.role === 'auditor' ? null : caller.personId
    const own = of === 'person' ? ofPerson : caller.id
    return own === null ? false : { [field]: own }
  }
}

/** The decision of the first rule that does not deny. */
export function anyOf(...rules: AccessRule[]): AccessRule {
  return (caller) => {
    for (const rule of rules) {
      const decision = rule(caller)
      if (decision !== false) return decision
    }
    return false
  }
}

export function isStaff({ role }: { role: Role }): boolean {
  return staffRoles.some((each) => each === role)
}

export function isWriter({ role }: { role: Role }): boolean {
  return writerRoles.some((each) => each === role)
}

/** Returns what the caller may do with `verb`. */
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

/** Returns whether a record in wire form satisfies a decision. */
export function allows(decision: Decision, record: Record<string, unknown>): boolean {
  if (typeof decision === 'boolean') return decision
  return Object.entries(decision).every(([field, expected]) => {
    const value = record[field] ?? null
    return Array.isArray(expected) ? expected.includes(value) : value === expected
  })
}
