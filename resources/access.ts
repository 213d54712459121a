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
  /** Of a program: all that it may do (`api-scopes.ts`). Undefined for people. */
  scopes?: ReadonlySet<string>
  /** Kinds of fields that settings hide from the caller. */
  hidden?: HiddenKinds
  /** Whether the organisation protects people: what lists withhold of them, and records from all but administrators. */
  protectsPeople?: true
}

/** Fields that a setting hides from everybody but administrators and the person. */
export type ConfidentialKind = 'nif' | 'documents' | 'iban' | 'notes'
export type HiddenKinds = readonly ConfidentialKind[]

/** Whose fields are shown: a caller, or a role without what settings hide. */
export type FieldReader = Role | Pick<Caller, 'role' | 'hidden'>

export function readerOf(reader: FieldReader): Pick<Caller, 'role' | 'hidden'> {
  return typeof reader === 'string' ? { role: reader } : reader
}

/** A text for each set of fields that readers see, for caches. */
export function readerKey(reader: FieldReader): string {
  const { role, hidden = [] } = readerOf(reader)
  return [role, ...hidden].join('-')
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

/** All records for those who show them, and those of the caller's person. */
export const staffOrOwner: AccessRule = (caller) => isStaff(caller) || ownRecords('personId')(caller)

/** The rule for callers from whom nothing is hidden or withheld. For resources with the values of all fields, such as imports. */
export function seesAllFields(rule: AccessRule): AccessRule {
  return (caller) => (caller.hidden ?? []).length === 0 && !isWithheldFrom(caller) && rule(caller)
}

/**
 * Whether records withhold the data of protected people from the caller: from the staff and programs, except administrators, from whom only lists
 * withhold them. Members read their own records.
 */
export function isWithheldFrom(caller: Pick<Caller, 'protectsPeople' | 'role'>): boolean {
  return caller.protectsPeople === true && caller.role !== 'admin' && isStaff(caller)
}

/** The rule, without the records of protected people where these are withheld. They have the field `isProtected`. */
export function unlessWithheld(rule: AccessRule): AccessRule {
  const ofOthers = onlyFor({ isProtected: false }, rule)
  return (caller) => (isWithheldFrom(caller) ? ofOthers : rule)(caller)
}

/** The rule, for the records that match the constraint only. */
export function onlyFor(constraint: Constraint, rule: AccessRule): AccessRule {
  return (caller) => {
    const decision = rule(caller)
    return decision === true ? constraint : decision === false ? false : { ...decision, ...constraint }
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
