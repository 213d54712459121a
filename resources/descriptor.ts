import type { Decision } from './access.ts'
import type { ActionIcon, ActionQuestion, Condition, InitialValue, ManyQuestion } from './action.ts'
import type { Gender } from './rules/names.ts'
import type { FieldType, InputType, Option } from './field-types.ts'

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
  /** Meaning of an empty value. */
  blank?: string
  /** Unit of a number: `dias`, `%`. */
  unit?: string
  options?: Option[]
  /** Resource name (camelCase) of a reference; records have `<name>Label` beside `<name>Id`. */
  reference?: string
  /** Shown as a badge; for references, records have `<field without Id>Tone`. */
  badge?: boolean
  /** Never empty in a saved record, but optional in forms: the program sets a value. */
  assigned?: boolean
  readOnly?: boolean
  /** Set when the record is created, and not changed later. */
  fixed?: boolean
  /** Neither in forms nor offered as a column, but present in records. */
  hidden?: boolean
  /** Long value: never a column, only in responses of single records. */
  detail?: boolean
  /** Shown as a column by default. */
  listed?: boolean
  sortable?: boolean
  searchable?: boolean
  /** Lists have its sum over the whole search in `meta.sums`. */
  summed?: boolean
  /** Offered as a filter chip. */
  filterable?: boolean
  /** Width in columns of the form's three-column grid. */
  span?: 1 | 2 | 3
  default?: unknown
}

export interface ActionDescriptor {
  name: string
  label: string
  icon: ActionIcon
  fields?: Record<string, FieldDescriptor>
  /** What is asked before; `false`: nothing. Its texts and `done` are templates (`action.ts`). */
  question?: ActionQuestion | false
  done: string
  initial?: Readonly<Record<string, InitialValue>>
  /** Removes or undoes something. */
  isDestructive?: boolean
  /** `done` says that a message leaves: when it is held, the page says only why. */
  sends?: boolean
  /** Conditions of the record's state. */
  when?: readonly Condition[]
  /** What is asked for several records; `false`: for one record at a time. */
  many?: ManyQuestion | false
  /** Has a preview of its consequences. */
  preview?: boolean
}

export interface ResourceDescriptor {
  name: string
  /** Path below `/api` in snake case: `member_states`. */
  path: string
  label: {
    one: string
    many: string
    /** Words after a number, where they are others. */
    counted?: { one: string; many: string }
    new: string
    gender: Gender
  }
  /** What the caller may do; `update` and `delete` may be limited to records that match a constraint. */
  may: { list: boolean; read: boolean; create: boolean; update: Decision; delete: Decision; export: boolean }
  actions: ActionDescriptor[]
  /** Default order, in `_sort` notation. */
  sort: string
  /** The field whose text names a record. */
  title: string
  /** Text that names a record when its title is ambiguous, with fields in braces. */
  nameTemplate?: string
  /** Its lists have no search. */
  hasNoSearch?: true
  /** The fields that the form of a new record shows; the others are folded. */
  essential?: string[]
  /** Its records are background jobs: states until they are done, and fields with record counts. */
  work?: { underWay: readonly string[]; progress?: { total: string; done: readonly string[] } }
}

export type FieldMap = Record<string, FieldDescriptor>
export interface Explainer {
  data: Record<string, FieldMap>
  resources: Record<string, ResourceDescriptor>
}
