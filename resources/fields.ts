import type { Role } from './access.ts'
import type { FieldType, InputType, Option } from './descriptor.ts'

/** How the value is kept in PostgreSQL. `cents` is a bigint of euro cents, `list` a text array. */
export type ColumnKind =
  | 'text'
  | 'integer'
  | 'cents'
  | 'boolean'
  | 'date'
  | 'instant'
  | 'uuid'
  | 'list'
  | 'json'

/**
 * Where the value lives: a column of the resource's own table; a column of the record that another field refers to, which
 * is written with this one (`through`) or only shown with it (`beside`); or nowhere (an area computes it).
 */
export type Storage =
  | { in: 'own' }
  | { in: 'through' | 'beside'; via: string; resource: string }
  | { in: 'none' }

export interface FieldOptions<T> {
  /** Portuguese, with terminology marks such as `{memberSingular}`. */
  label: string
  help?: string
  /** What a number counts, said beside it: `dias`, `%`. */
  unit?: string
  required?: boolean
  /** Never empty once saved, though not required from people: the program gives a value where none is given. */
  assigned?: boolean
  /** Used when a new record does not say. */
  default?: T
  /** Set by the program only: refused when a request changes it. */
  readOnly?: boolean
  /** Settable on creation, read-only afterwards. */
  fixed?: boolean
  hidden?: boolean
  /** A column of the list by default. */
  listed?: boolean
  /** Offered as an order; an index must serve it. */
  sortable?: boolean
  /** Part of the folded search text. */
  searchable?: boolean
  filterable?: boolean
  /** The message when another record holds the same value; a unique index must guard it. */
  unique?: string
  /** A column of money whose sum over a whole search comes with each list, in `meta.sums`. */
  summed?: boolean
  /** Kept by the program from other records: what travels back of it is ignored, and no history is written of it. */
  derived?: boolean
  /** Long: travels only when the record is read by itself, never in lists nor exports. */
  detail?: true
  span?: 1 | 2 | 3
  /** Roles that may read or change it, when fewer than the resource's own rules allow. */
  readBy?: readonly Role[]
  writeBy?: readonly Role[]
  badge?: boolean
  /** The only type of organisation that uses it; hidden in others. */
  onlyFor?: 'association' | 'cooperative'
  /** More rules, besides those of the builder. */
  rules?: readonly string[]
}

export interface Field<T = unknown> extends FieldOptions<unknown> {
  readonly type: FieldType
  readonly inputType: InputType
  readonly column: ColumnKind
  readonly storage: Storage
  readonly group: string
  readonly rules: readonly string[]
  readonly options?: readonly Option[]
  readonly reference?: string
  /** Never leaves the server (passwords). */
  readonly writeOnly?: boolean
  /** Made as each record is read and kept nowhere: there is nothing to compare it with. */
  readonly computed?: boolean
  /** Its value is a list of records of this resource, given when the record is created. */
  readonly parts?: string
  /** Only for the type checker: the wire type of the value. */
  readonly value?: T
}

export type Fields = Record<string, Field>

type Value<T, O> = O extends { required: true } | { assigned: true } ? T : T | null
type Given<T> = FieldOptions<T>

interface Make {
  type: FieldType
  inputType: InputType
  column: ColumnKind
  rules?: readonly string[]
  options?: readonly Option[]
  reference?: string
  writeOnly?: boolean
}

function make<T>(given: FieldOptions<T>, made: Make): Field<T> {
  return {
    group: '',
    storage: { in: 'own' },
    ...given,
    ...made,
    rules: [...(made.rules ?? []), ...(given.rules ?? [])],
  } as Field<T>
}

/** One line of text, at most `max` characters (200 unless said). */
export function text<const O extends Given<string> & { max?: number; inputType?: InputType }>(
  options: O,
): Field<Value<string, O>> {
  const { max = 200, inputType = 'text', ...rest } = options
  return make(rest, { type: 'string', inputType, column: 'text', rules: [`max:${max}`] }) as never
}

/** Several lines of text, at most `max` characters (5000 unless said). */
export function longText<const O extends Given<string> & { max?: number }>(
  options: O,
): Field<Value<string, O>> {
  const { max = 5000, ...rest } = options
  return make(
    { span: 3, ...rest },
    { type: 'text', inputType: 'textarea', column: 'text', rules: [`max:${max}`] },
  ) as never
}

function ruled(rule: string, inputType: InputType, max: number) {
  return <const O extends Given<string>>(options: O): Field<Value<string, O>> =>
    make(options, { type: 'string', inputType, column: 'text', rules: [rule, `max:${max}`] }) as never
}

/** Text that a named rule of `validate.ts` normalises and checks. */
export const personName = ruled('personName', 'text', 200)
export const email = ruled('email', 'email', 254)
export const phone = ruled('phone', 'phone', 20)
export const nif = ruled('nif', 'nif', 9)
export const niss = ruled('niss', 'text', 11)
export const iban = ruled('iban', 'iban', 34)
export const postalCode = ruled('postalCode', 'postalCode', 12)
export const colour = ruled('colour', 'colour', 7)

/** Never answered; an area keeps what is derived from it. */
export function password<const O extends Given<string>>(options: O): Field<Value<string, O>> {
  const field = make(options, {
    type: 'string',
    inputType: 'password',
    column: 'text',
    rules: ['max:200'],
    writeOnly: true,
  })
  return { ...field, storage: { in: 'none' } } as never
}

export function integer<const O extends Given<number> & { min?: number; max?: number }>(
  options: O,
): Field<Value<number, O>> {
  const { min = 0, max = 2_147_483_647, ...rest } = options
  return make(rest, {
    type: 'int32',
    inputType: 'number',
    column: 'integer',
    rules: [`min:${min}`, `max:${max}`],
  }) as never
}

/** Euros with two places on the wire, cents in the database. */
export function money<const O extends Given<number> & { min?: number; max?: number }>(
  options: O,
): Field<Value<number, O>> {
  const { min = 0, max = 9_999_999.99, ...rest } = options
  return make(rest, {
    type: 'float32',
    inputType: 'money',
    column: 'cents',
    rules: [`min:${min}`, `max:${max}`],
  }) as never
}

export function boolean<const O extends Given<boolean>>(options: O): Field<boolean> {
  return make(
    { default: false, ...options },
    { type: 'boolean', inputType: 'checkbox', column: 'boolean' },
  ) as never
}

/** A day without time, `YYYY-MM-DD`. */
export function date<const O extends Given<string>>(options: O): Field<Value<string, O>> {
  return make(options, { type: 'date', inputType: 'date', column: 'date', rules: ['date'] }) as never
}

/** An instant, ISO 8601 in UTC. */
export function datetime<const O extends Given<string>>(options: O): Field<Value<string, O>> {
  return make(options, {
    type: 'datetime',
    inputType: 'datetime',
    column: 'instant',
    rules: ['datetime'],
  }) as never
}

type Choices = Record<string, string | Omit<Option, 'value'>>

/** One of a few codes; the label of each is Portuguese. */
export function choice<const C extends Choices, const O extends Given<string>>(
  choices: C,
  options: O & { inputType?: 'select' | 'radio' },
): Field<Value<keyof C & string, O>> {
  const { inputType = 'select', ...rest } = options
  return make(rest as FieldOptions<string>, {
    type: 'string',
    inputType,
    column: 'text',
    rules: ['option'],
    options: listed(choices),
  }) as never
}

function listed(choices: Choices): Option[] {
  return Object.entries(choices).map(([value, said]) =>
    typeof said === 'string' ? { value, label: said } : { value, ...said },
  )
}

/** Another record, kept as its id; records carry its display text as `<name>Label`. */
export function reference<const O extends Given<string>>(
  resource: string,
  options: O,
): Field<Value<string, O>> {
  return make(options, {
    type: 'reference',
    inputType: 'reference',
    column: 'uuid',
    rules: ['reference'],
    reference: resource,
  }) as never
}

/** An object that the area reads and checks; no form draws it. */
export function json<const O extends Given<Record<string, unknown>>>(
  options: O,
): Field<Value<Record<string, unknown>, O>> {
  return make(
    { hidden: true, ...options },
    { type: 'object', inputType: 'textarea', column: 'json' },
  ) as never
}

/** One of a few codes for each of several names, such as years; no form draws it. */
export function codes<const C extends Choices, const O extends Given<Record<string, string>>>(
  choices: C,
  options: O,
): Field<Value<Record<string, keyof C & string>, O>> {
  return make(
    { hidden: true, ...options },
    { type: 'object', inputType: 'textarea', column: 'json', options: listed(choices) },
  ) as never
}

/** What a record is made of, given as a list of objects when it is created; the area keeps each as a record of `resource`. */
export function parts<const O extends Given<Record<string, unknown>[]>>(
  resource: string,
  options: O,
): Field<Record<string, unknown>[] | null> {
  const given = { fixed: true, hidden: true, detail: true, ...options } as const
  const field = make(given, { type: 'list', inputType: 'tags', column: 'json' })
  return { ...field, parts: resource, storage: { in: 'none' } } as never
}

/** Other records, as a list of ids. */
export function references<const O extends Given<string[]>>(resource: string, options: O): Field<string[]> {
  const field = make(
    { default: [], hidden: true, ...options },
    { type: 'list', inputType: 'tags', column: 'list', rules: ['ids'] },
  )
  return { ...field, parts: resource } as never
}

/** A file that was sent before (`POST /documents`), by its id. */
export function file<const O extends Given<string>>(options: O): Field<Value<string, O>> {
  return make(options, { type: 'string', inputType: 'file', column: 'uuid', rules: ['ids'] }) as never
}

/** Words, at most 20 of 60 characters. */
export function tags<const O extends Given<string[]>>(options: O): Field<string[]> {
  return make(
    { default: [], ...options },
    { type: 'list', inputType: 'tags', column: 'list', rules: ['tags'] },
  ) as never
}

/** A text (or what `type` says) computed by the area's `select` expression, for instance a link; never written. */
export function computed(
  options: Given<string> & { type?: FieldType; inputType?: InputType },
): Field<string | null> {
  const { type = 'string', inputType = 'text', ...rest } = options
  const field = make({ ...rest, readOnly: true }, { type, inputType, column: 'text' })
  return { ...field, computed: true, storage: { in: 'none' } } as never
}

/** Gives a set of fields their section in the form. */
export function group<F extends Fields>(label: string, fields: F): F {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, { ...field, group: label }]),
  ) as F
}

/** The named fields of another resource, carried flat and kept once, in the record that `via` refers to. */
export function through<F extends Fields, const N extends readonly (keyof F & string)[]>(
  via: string,
  from: { name: string; fields: F },
  names: N,
  overrides: Partial<Record<N[number], Partial<FieldOptions<unknown>>>> = {},
): Pick<F, N[number]> {
  const picked = names.map((name) => {
    const field = from.fields[name] as Field
    const changes: Partial<FieldOptions<unknown>> = overrides[name as N[number]] ?? {}
    return [name, { ...field, ...changes, storage: { in: 'through', via, resource: from.name } }]
  })
  return Object.fromEntries(picked) as Pick<F, N[number]>
}

/**
 * The named fields of the record that `via` refers to (`_id`: of the one that has this record's own id; a reference to another
 * resource: of the one that has the same id as the record referred to), shown and filtered with this one and never written
 * through it.
 */
export function beside<F extends Fields, const N extends readonly (keyof F & string)[]>(
  via: string,
  from: { name: string; fields: F },
  names: N,
  overrides: Partial<Record<N[number], Partial<FieldOptions<unknown>>>> = {},
): Pick<F, N[number]> {
  const picked = names.map((name) => {
    const field = from.fields[name] as Field
    const changes: Partial<FieldOptions<unknown>> = overrides[name as N[number]] ?? {}
    const shown = {
      required: undefined,
      assigned: isAlwaysPresent(field),
      unique: undefined,
      searchable: undefined,
    }
    const storage: Storage = { in: 'beside', via, resource: from.name }
    return [
      name,
      { ...field, ...shown, summed: undefined, ...changes, readOnly: true, derived: true, storage },
    ]
  })
  return Object.fromEntries(picked) as Pick<F, N[number]>
}

/**
 * The named fields of another resource, with the same words and rules, kept in this record itself. Who may write them,
 * what is unique, and which orders and filters are offered is of each resource: it is not copied.
 */
export function copied<F extends Fields, const N extends readonly (keyof F & string)[]>(
  from: { fields: F },
  names: N,
  overrides: Partial<Record<N[number], Partial<FieldOptions<unknown>>>> = {},
): Pick<F, N[number]> {
  const own: Partial<FieldOptions<unknown>> = {
    unique: undefined,
    sortable: undefined,
    filterable: undefined,
    fixed: undefined,
    readBy: undefined,
    writeBy: undefined,
  }
  const picked = names.map((name) => {
    const field = from.fields[name] as Field
    const changes: Partial<FieldOptions<unknown>> = overrides[name as N[number]] ?? {}
    const storage: Storage = field.computed ? field.storage : { in: 'own' }
    return [name, { ...field, ...own, ...changes, storage }]
  })
  return Object.fromEntries(picked) as Pick<F, N[number]>
}

/** Whether the value is never empty in the database. */
export function isAlwaysPresent(field: Field): boolean {
  return (
    field.required === true ||
    field.assigned === true ||
    field.column === 'boolean' ||
    field.column === 'list'
  )
}
