import type { ConfidentialKind, Role } from './access.ts'
import type { JsonShape, ShapeValue } from './json-shape.ts'
import type { Cents, Euros } from './rules/amount.ts'
import type { FieldType, InputType, Option } from './field-types.ts'

/** Type of the column in PostgreSQL. `cents` is a bigint of euro cents, `list` a text array. */
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
 * Where the value is stored: in the resource's own table; in the record that the field `via` refers to, written with this one
 * (`through`) or read-only (`beside`); or nowhere (computed by an area).
 */
export type Storage =
  | { in: 'own' }
  | { in: 'through' | 'beside'; via: string; resource: string }
  | { in: 'none' }

export interface FieldOptions<T> {
  /** Portuguese, with terminology marks such as `{memberSingular}`. */
  label: string
  help?: string
  /** Meaning of an empty value, shown in its place and, without `help`, as help: `o da categoria`; `{ f }` for a feminine label. */
  blank?: string | { f: string }
  /** Unit of a number: `dias`, `%`. */
  unit?: string
  required?: boolean
  /** Never empty in a saved record, but optional in forms: the program sets a value. */
  assigned?: boolean
  /** Value of a new record when the request has none. */
  default?: T
  /** Set by the program only: a request that changes it is rejected. */
  readOnly?: boolean
  /** Settable on creation, read-only afterwards. */
  fixed?: boolean
  hidden?: boolean
  /** A name or code of the program, which histories leave out. */
  internal?: true
  /** Shown as a column by default. */
  listed?: boolean
  /** Offered as an order; needs an index. */
  sortable?: boolean
  /** Part of the folded search text. */
  searchable?: boolean
  filterable?: boolean
  /** Error message when another record has the same value; needs a unique index. */
  unique?: string
  /** Amount whose sum over the whole search is in `meta.sums` of lists. */
  summed?: boolean
  /** Computed from other records: input is ignored, and changes are not audited. */
  derived?: boolean
  /** Encrypted in the database (`server/database/sealed-text.ts`). Filters compare whole values; it is neither an order nor searched. */
  sealed?: true
  /** Long value: only in responses of single records, not in lists and exports. */
  detail?: true
  span?: 1 | 2 | 3
  /** Roles that may read or change it, when fewer than the access rules of the resource allow. */
  readBy?: readonly Role[]
  /** A setting may hide it from editors, auditors and programs (`confidentialKinds`): they neither read nor write it. */
  confidential?: ConfidentialKind
  writeBy?: readonly Role[]
  badge?: boolean
  /** The only organisations with this field, by type or by an accounting year of their own; hidden in others. */
  onlyFor?: 'association' | 'cooperative' | 'ownFiscalYear'
  /** Additional rules, besides those of the field type. `required`: no write leaves it empty, although records that the program made may have no value. */
  rules?: readonly string[]
}

export interface Field<T = unknown, Stored = T> extends Omit<FieldOptions<unknown>, 'blank'> {
  readonly blank?: string
  readonly type: FieldType
  readonly inputType: InputType
  readonly column: ColumnKind
  readonly storage: Storage
  readonly group: string
  readonly rules: readonly string[]
  readonly options?: readonly Option[]
  readonly reference?: string
  /** Never sent to clients (passwords). */
  readonly writeOnly?: boolean
  /** Computed on read and not stored, so it has no previous value to compare with. */
  readonly computed?: boolean
  /** The date field of which this is the accounting year. Filters are limits of that date. */
  readonly yearOf?: string
  /** The value is a list of records of this resource. */
  readonly parts?: string
  /** What the value of a JSON field looks like; of a list, each of its values. */
  readonly shape?: JsonShape
  /** Only for type inference: the types of the value in wire form and in stored form. */
  readonly value?: T
  readonly stored?: Stored
}

/** A field whose records have the text of the other record too. */
export interface ReferenceField<T> extends Field<T> {
  readonly reference: string
}

export type Fields = Record<string, Field>

type Value<T, O> = O extends { required: true } | { assigned: true } ? T : T | null
type Options<T> = FieldOptions<T>

interface FieldKind {
  type: FieldType
  inputType: InputType
  column: ColumnKind
  rules?: readonly string[]
  options?: readonly Option[]
  reference?: string
  writeOnly?: boolean
}

function make<T>({ blank, ...options }: FieldOptions<T>, kind: FieldKind): Field<T> {
  const [empty, meaning] = typeof blank === 'object' ? ['Vazia', blank.f] : ['Vazio', blank]
  return {
    group: '',
    storage: { in: 'own' },
    ...(meaning !== undefined && { blank: meaning, help: `${empty}: ${meaning}.` }),
    ...options,
    ...kind,
    rules: [...(kind.rules ?? []), ...(options.rules ?? [])],
  } as Field<T>
}

/** One line of text, at most `max` characters (default 200). */
export function text<const O extends Options<string> & { max?: number; inputType?: InputType }>(
  options: O,
): Field<Value<string, O>> {
  const { max = 200, inputType = 'text', ...rest } = options
  return make(rest, { type: 'string', inputType, column: 'text', rules: [`max:${max}`] }) as never
}

/** Several lines of text, at most `max` characters (default 5000). */
export function longText<const O extends Options<string> & { max?: number }>(
  options: O,
): Field<Value<string, O>> {
  const { max = 5000, ...rest } = options
  return make(
    { span: 3, ...rest },
    { type: 'text', inputType: 'textarea', column: 'text', rules: [`max:${max}`] },
  ) as never
}

function ruled(rule: string, inputType: InputType, max: number) {
  return <const O extends Options<string>>(options: O): Field<Value<string, O>> =>
    make(options, { type: 'string', inputType, column: 'text', rules: [rule, `max:${max}`] }) as never
}

/** Text that a rule of `validate.ts` normalises and checks. */
export const personName = ruled('personName', 'text', 200)
export const email = ruled('email', 'email', 254)
export const phone = ruled('phone', 'phone', 20)
export const nif = ruled('nif', 'nif', 9)
export const niss = ruled('niss', 'text', 11)
export const iban = ruled('iban', 'iban', 34)
export const postalCode = ruled('postalCode', 'postalCode', 12)
export const colour = ruled('colour', 'colour', 7)

/** A password: never in responses and not stored here; an area stores its hash. */
export function password<const O extends Options<string>>(options: O): Field<Value<string, O>> {
  return inputAlone(
    make(options, { type: 'string', inputType: 'password', column: 'text', rules: ['max:200'] }),
  ) as never
}

export function integer<const O extends Options<number> & { min?: number; max?: number }>(
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

/** An amount: euros in wire form, cents in the database. */
export function money<const O extends Options<number> & { min?: number; max?: number }>(
  options: O,
): Field<Value<Euros, O>, Value<Cents, O>> {
  const { min = 0, max = 9_999_999.99, ...rest } = options
  return make(rest, {
    type: 'float32',
    inputType: 'money',
    column: 'cents',
    rules: [`min:${min}`, `max:${max}`],
  }) as never
}

/** A percentage with at most two decimals: a decimal in wire form, hundredths in the database. */
export function percent<const O extends Options<number>>(options: O): Field<Value<number, O>> {
  return make({ unit: '%', ...options } as FieldOptions<number>, {
    type: 'float32',
    inputType: 'number',
    column: 'cents',
    rules: ['min:0', 'max:100'],
  }) as never
}

export function boolean<const O extends Options<boolean>>(options: O): Field<boolean> {
  return make(
    { default: false, ...options },
    { type: 'boolean', inputType: 'checkbox', column: 'boolean' },
  ) as never
}

/** A day without time, `YYYY-MM-DD`. */
export function date<const O extends Options<string>>(options: O): Field<Value<string, O>> {
  return make(options, { type: 'date', inputType: 'date', column: 'date', rules: ['date'] }) as never
}

/** A point in time, ISO 8601 in UTC. */
export function datetime<const O extends Options<string>>(options: O): Field<Value<string, O>> {
  return make(options, {
    type: 'datetime',
    inputType: 'datetime',
    column: 'instant',
    rules: ['datetime'],
  }) as never
}

export type Choices = Record<string, string | Omit<Option, 'value'>>

/** One of a few codes, each with a Portuguese label. */
export function choice<const C extends Choices, const O extends Options<string>>(
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

/**
 * What a write does with the charges that it makes different. Input alone: it is not stored, and without it they stay. Forms show it with a
 * preview of these charges, so that it is `hidden` among their fields.
 */
export function chargesDecision({ hidden = true } = {}): Field<'change' | 'leave' | null> {
  return inputAlone(
    choice(
      { leave: 'Deixar como estão', change: 'Mudar' },
      { label: 'Cobranças que ficariam diferentes', help: 'As que já têm pagamentos não mudam.', hidden },
    ),
  )
}

/** The same of a change of prices or rules, which may concern many members: without a word they are listed to be decided one by one. */
export function allChargesDecision(): Field<'change' | 'leave' | 'list' | null> {
  return inputAlone(
    choice(
      { list: 'Decidir uma a uma', change: 'Mudar', leave: 'Deixar como estão' },
      {
        label: 'Cobranças que ficariam diferentes',
        help: 'As que já têm pagamentos não mudam. Para decidir uma a uma, ficam em «Cobranças diferentes das regras».',
        hidden: true,
      },
    ),
  )
}

/** A field that a write reads and that no record has. */
export function inputAlone<T>(field: Field<T>): Field<T> {
  return { ...field, writeOnly: true, storage: { in: 'none' } }
}

/**
 * What a write does with amounts per period whose periodicity it changes. Input alone: it is not stored, and without it the write is
 * refused when there are such amounts. Forms ask it with what the server says of them, so that it is `hidden` among their fields.
 */
export function amountsDecision(): Field<'keep' | 'convert' | null> {
  return inputAlone(
    choice(
      { keep: 'Manter os valores', convert: 'Converter os valores' },
      {
        label: 'Valores de cada período',
        help: 'Convertidos, valem desde o dia da mudança; os períodos anteriores ficam como estavam.',
        hidden: true,
      },
    ),
  )
}

/**
 * Effective date of a change to fields that decide quotas; default: today. Write-only: periods that begin earlier keep the former values.
 * `hidden`, because forms show it only when the server returns a warning for it.
 */
export function sinceDecision(): Field<string | null> {
  return inputAlone(
    date({
      label: 'A mudança vale desde',
      help: 'Para os períodos que começam neste dia ou depois. Vazio: hoje.',
      hidden: true,
      rules: ['notFuture'],
    }),
  )
}

function listed(choices: Choices): Option[] {
  return Object.entries(choices).map(([value, choice]) =>
    typeof choice === 'string' ? { value, label: choice } : { value, ...choice },
  )
}

/** A reference, stored as the id of the record; records have its display text as `<name>Label`. */
export function reference<const O extends Options<string>>(
  resource: string,
  options: O,
): ReferenceField<Value<string, O>> {
  return make(options, {
    type: 'reference',
    inputType: 'reference',
    column: 'uuid',
    rules: ['reference'],
    reference: resource,
  }) as never
}

/** A value that the area reads and checks; not in forms. */
export function json<const O extends Options<Record<string, unknown>> & { shape: JsonShape }>(
  options: O,
): Field<Value<ShapeValue<O['shape']>, O>> {
  return make(
    { hidden: true, ...options },
    { type: 'object', inputType: 'textarea', column: 'json' },
  ) as never
}

/** A map from names (such as years) to one of a few codes; not in forms. */
export function codes<const C extends Choices, const O extends Options<Record<string, string>>>(
  choices: C,
  options: O,
): Field<Value<Record<string, keyof C & string>, O>> {
  return make(
    { hidden: true, ...options },
    { type: 'object', inputType: 'textarea', column: 'json', options: listed(choices) },
  ) as never
}

/** Parts of a record, sent as a list of objects when it is created; the area stores each as a record of `resource`. */
export function parts<const O extends Options<Record<string, unknown>[]> & { shape: JsonShape }>(
  resource: string,
  options: O,
): Field<Record<string, unknown>[] | null> {
  const partOptions = { fixed: true, hidden: true, detail: true, ...options } as const
  const field = make(partOptions, { type: 'list', inputType: 'tags', column: 'json' })
  return { ...field, parts: resource, storage: { in: 'none' } } as never
}

/** References to several records, as a list of ids. */
export function references<const O extends Options<string[]>>(resource: string, options: O): Field<string[]> {
  const field = make(
    { default: [], hidden: true, ...options },
    { type: 'list', inputType: 'tags', column: 'list', rules: ['ids'] },
  )
  return { ...field, parts: resource } as never
}

/** The id of an uploaded file (`POST /record_files`). */
export function file<const O extends Options<string>>(options: O): Field<Value<string, O>> {
  return make(options, { type: 'string', inputType: 'file', column: 'uuid', rules: ['ids'] }) as never
}

/** Any number of a few codes, each with a Portuguese label. */
export function choices<const C extends Choices, const O extends Options<string[]>>(
  available: C,
  options: O,
): Field<(keyof C & string)[]> {
  return make(
    { default: [], ...options },
    { type: 'list', inputType: 'tags', column: 'list', rules: ['option'], options: listed(available) },
  ) as never
}

/** A list of words, at most 20 with 60 characters each. */
export function tags<const O extends Options<string[]>>(options: O): Field<string[]> {
  return make(
    { default: [], ...options },
    { type: 'list', inputType: 'tags', column: 'list', rules: ['tags'] },
  ) as never
}

interface ComputedTypes {
  boolean: boolean
  float32: Euros | null
  list: unknown[] | null
}
type ComputedValue<O> = O extends { type: infer T extends keyof ComputedTypes }
  ? ComputedTypes[T]
  : string | null

/** A read-only value (text, unless `type` is set) that the area computes with an SQL expression, for instance a link. */
export function computed<const O extends Options<string> & { type?: FieldType; inputType?: InputType }>(
  options: O,
): Field<ComputedValue<O>> {
  const { type = 'string', inputType = 'text', ...rest } = options
  const column = type === 'boolean' || type === 'date' ? type : 'text'
  const field = make({ ...rest, readOnly: true }, { type, inputType, column })
  return { ...field, computed: true, storage: { in: 'none' } } as never
}

/** The accounting year of a date of the record (`rules/fiscal-year.ts`), without a column. */
export function fiscalYear(yearOf: string, options: Options<number>): Field<number> {
  const field = integer({ ...options, assigned: true, readOnly: true })
  return { ...field, computed: true, yearOf, storage: { in: 'none' } } as never
}

/** A reference without a column: the area computes it on read. */
export function computedReference(resource: string, options: Options<string>): ReferenceField<string | null> {
  return { ...reference(resource, { ...options, readOnly: true }), computed: true, storage: { in: 'none' } }
}

/** Puts fields in a section of the form. */
export function group<F extends Fields>(label: string, fields: F): F {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, { ...field, group: label }]),
  ) as F
}

/** Fields of another resource, shown flat in this one but stored in the record that `via` refers to. */
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
 * Read-only fields of another record, for display and filters. `via` is a reference to the record, or to one with the same id;
 * `_id`: the record has the same id as this one.
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
 * The fields of another resource with the same labels and rules, stored in this record. Does not copy permissions, uniqueness,
 * orders and filters, which differ by resource.
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

/** Returns whether the column is never null. */
export function isAlwaysPresent(field: Field): boolean {
  return (
    field.required === true ||
    field.assigned === true ||
    field.column === 'boolean' ||
    field.column === 'list'
  )
}
