import type { Constraint } from './access.ts'
import type { Gender } from './rules/names.ts'

/**
 * What `GET /explainer` answers: `{data: {<resource>: {<field>: FieldDescriptor}}, resources: {<resource>: ResourceDescriptor}}`.
 * Only what the caller's role may read is listed; every label already follows the organisation's terminology.
 */
export type FieldType =
  | 'string'
  | 'text'
  | 'int32'
  | 'float32'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'reference'
  | 'list'
  | 'image'
  | 'object'

/** Which control edits the field, and which cell shows it. One file in `web/fields/` for each. */
export type InputType =
  | 'text'
  | 'textarea'
  | 'number'
  | 'money'
  | 'select'
  | 'radio'
  | 'checkbox'
  | 'date'
  | 'datetime'
  | 'phone'
  | 'email'
  | 'nif'
  | 'iban'
  | 'postalCode'
  | 'reference'
  | 'tags'
  | 'image'
  | 'file'
  | 'colour'
  | 'password'

/** Semantic tones of badges: a dot and a word, never the colour alone. */
export type Tone = 'green' | 'blue' | 'amber' | 'red' | 'grey'

export interface Option {
  value: string
  label: string
  tone?: Tone
}

export interface FieldDescriptor {
  name: string
  type: FieldType
  /** Rule names with their arguments: `required`, `max:200`, `nif`. */
  validation: string[]
  label: string
  group: string
  inputType: InputType
  /** One sentence under the field where a rule is not obvious. */
  help?: string
  /** What a number counts, said beside it: `dias`, `%`. */
  unit?: string
  options?: Option[]
  /** Resource name (camelCase) that a reference points to; records carry `<name>Label` beside `<name>Id`. */
  reference?: string
  /** The value is shown as a badge; for references the record carries `<field without Id>Tone`. */
  badge?: boolean
  /** Never empty in a saved record, though people may leave it empty. */
  assigned?: boolean
  readOnly?: boolean
  /** Not drawn in forms nor offered as a column; travels in records all the same. */
  hidden?: boolean
  /** Long: never a column, travels only when the record is read by itself. */
  detail?: boolean
  /** Shown as a column by default. */
  listed?: boolean
  sortable?: boolean
  searchable?: boolean
  /** Its sum over the whole search comes in the list's `meta.sums`. */
  summed?: boolean
  /** Offered as a filter chip. */
  filterable?: boolean
  /** Columns of the form's three-column grid that the field takes: 1 to 3. */
  span?: 1 | 2 | 3
  default?: unknown
}

export interface ActionDescriptor {
  name: string
  label: string
  fields?: Record<string, FieldDescriptor>
  /** It takes something away. */
  isDestructive?: boolean
  /** The records with which it can be done, where it is not all. */
  when?: Constraint
}

export interface ResourceDescriptor {
  name: string
  /** Path below `/api`, in snake case: `member_states`. */
  path: string
  label: { one: string; many: string; new: string; gender: Gender }
  /** What the caller's role may do at all; a rule on single records may still refuse. */
  may: { list: boolean; read: boolean; create: boolean; update: boolean; delete: boolean; export: boolean }
  actions: ActionDescriptor[]
  /** Default order, in `_sort` notation. */
  sort: string
  /** The field that names a record to people. */
  title: string
  /** What a record is called, with fields in braces, where its title is not enough. */
  nameTemplate?: string
  /** Its records are background work: states in which it is still to be done, and fields that count its records. */
  work?: { underWay: readonly string[]; progress?: { total: string; done: readonly string[] } }
}

export type FieldMap = Record<string, FieldDescriptor>
export interface Explainer {
  data: Record<string, FieldMap>
  resources: Record<string, ResourceDescriptor>
}
