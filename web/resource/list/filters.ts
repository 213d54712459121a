import type { FieldName } from '../../api/client.ts'
import type { FieldDescriptor, FieldMap } from '@agremia/resources/descriptor.ts'
import { uncapitalise } from '@agremia/resources/letter-case.ts'
import { emptyValue, limitsText, presentValue, presenceWords } from '@agremia/resources/list-parameters.ts'
import { joinList } from '@agremia/resources/rules/plural.ts'
import { faceOf } from '../../fields/index.ts'
import { type Filters, isSameSet, withFilter, withoutField } from './list-state.ts'

/** A filter chip that a screen always shows, with presets. */
export interface FilterSetup<Name extends string = string> {
  field: FieldName<Name> | 'created_at'
  label?: string
  presets?: readonly FilterPreset[]
  /** Preset that pressing the chip applies; the chip has its label. */
  shortcut?: FilterPreset
}

export interface FilterPreset {
  label: string
  values: readonly string[]
  /** For range fields: limits, instead of `values`. */
  range?: FilterRange
  /** Filters of other fields that are part of the preset, without chips of their own. */
  also?: Filters
}

export interface FilterRange {
  from?: string
  to?: string
}

/** Options for empty and non-empty values, for fields that may be empty. */
export function presenceChoices({ validation, assigned, inputType }: FieldDescriptor) {
  const mayBeEmpty = !validation.includes('required') && !assigned && inputType !== 'checkbox'
  return mayBeEmpty
    ? [
        { value: emptyValue, label: 'Em branco' },
        { value: presentValue, label: 'Preenchido' },
      ]
    : []
}

const maxNames = 2

/** Whether the field is filtered by a range. */
export function isRange(field: FieldDescriptor): boolean {
  return ['date', 'datetime', 'number', 'money'].includes(field.inputType)
}

export function isFiltered(field: FieldDescriptor, filters: Filters): boolean {
  return [field.name, `${field.name}_from`, `${field.name}_to`].some((name) => filters[name] !== undefined)
}

interface TextOptions {
  presets?: readonly FilterPreset[]
  /** Names of references. */
  nameOf?: (value: string) => string | undefined
  /** Names all values; by default the first two and a count. */
  allNames?: boolean
}

/** Text of a filter's current value; undefined when inactive. */
export function filterText(
  field: FieldDescriptor,
  filters: Filters,
  { presets = [], nameOf, allNames = false }: TextOptions = {},
): string | undefined {
  if (!isFiltered(field, filters)) return undefined
  const named = presets.find((preset) => isPresetActive(field, filters, preset))
  if (named) return named.label
  const names = filters[field.name]?.map((value) => nameOf?.(value) ?? valueText(field, value))
  // An address may contain values and limits; both apply.
  const text = names && (allNames ? names.join(', ') : namesText(names))
  return joinList([...(text === undefined ? [] : [text]), ...rangeTexts(field, filters)])
}

/** Whether the field's filter equals the preset. */
export function isPresetActive(
  { name }: FieldDescriptor,
  filters: Filters,
  { values, range }: FilterPreset,
): boolean {
  return (
    isSameSet(values, filters[name] ?? []) &&
    filters[`${name}_from`]?.[0] === range?.from &&
    filters[`${name}_to`]?.[0] === range?.to
  )
}

/** The filters that have chips: without those that are part of an active preset. */
export function withoutParts(setups: readonly FilterSetup[], fields: FieldMap, filters: Filters): Filters {
  const parts = partsOf(setups, fields, filters)
  const isPart = ([name, values]: [string, readonly string[]]) =>
    parts[name] !== undefined && isSameSet(values, parts[name])
  return Object.fromEntries(Object.entries(filters).filter((entry) => !isPart(entry)))
}

/** The filters of chips with those that are part of an active preset. */
export function withParts(setups: readonly FilterSetup[], fields: FieldMap, filters: Filters): Filters {
  return { ...partsOf(setups, fields, filters), ...filters }
}

function partsOf(setups: readonly FilterSetup[], fields: FieldMap, filters: Filters): Filters {
  const active = setups.flatMap(({ field: name, presets = [] }) => {
    const field = fields[name]
    return field ? presets.filter((preset) => isPresetActive(field, filters, preset)) : []
  })
  return Object.assign({}, ...active.map(({ also }) => also)) as Filters
}

function namesText(names: readonly string[]): string {
  if (names.length <= maxNames) return names.join(', ')
  return `${names.slice(0, maxNames).join(', ')} +${names.length - maxNames}`
}

export function valueText(field: FieldDescriptor, value: string): string {
  const presence = presenceWords[value]
  if (presence !== undefined) return presence
  if (field.inputType === 'checkbox') return value === 'true' ? 'sim' : 'não'
  if (field.inputType === 'reference') return '…'
  const text = faceOf(field).toText(rangeValue(field, value), field, {})
  return field.options ? uncapitalise(text) : text
}

/** The filters with a preset in place of the field's current values. */
export function withPreset(
  field: FieldDescriptor,
  filters: Filters,
  { values, range }: FilterPreset,
): Filters {
  if (!range) return withFilter(withoutField(filters, field.name), field.name, values)
  const { from, to } = range
  const withFrom = withLimit(field, filters, 'from', from)
  return withLimit(field, withFrom, 'to', to)
}

/** The filters with a limit set or removed; it replaces single values of the field. */
export function withLimit(
  { name }: FieldDescriptor,
  filters: Filters,
  side: keyof FilterRange,
  limit: string | undefined,
): Filters {
  return withFilter(withFilter(filters, name, []), `${name}_${side}`, limit === undefined ? [] : [limit])
}

function rangeTexts(field: FieldDescriptor, filters: Filters): string[] {
  const from = filters[`${field.name}_from`]?.[0]
  const to = filters[`${field.name}_to`]?.[0]
  const text = (value: string) => faceOf(field).toText(rangeValue(field, value), field, {})
  const limits = limitsText({ from, to }, text)
  return limits === undefined ? [] : [limits]
}

/** Converts a filter text to the field's type. */
export function rangeValue(field: FieldDescriptor, value: string): unknown {
  const isNumber = field.inputType === 'number' || field.inputType === 'money'
  return isNumber && !Number.isNaN(Number(value)) ? Number(value) : value
}

/** Creation date: not a field of resources, but every list can filter by it. */
const createdAt: FieldDescriptor = {
  name: 'created_at',
  type: 'date',
  validation: ['required'],
  label: 'Data',
  group: '',
  inputType: 'date',
  filterable: true,
}

/** Fields that can be filtered: the resource's, instants by day, and the creation date if a screen uses it. */
export function filterFields(fields: FieldMap, setups: readonly FilterSetup[] = []): FieldMap {
  const isUsed = setups.some(({ field }) => field === createdAt.name)
  const byDay = Object.values(fields).filter(({ filterable, type }) => filterable && type === 'datetime')
  return {
    ...fields,
    ...Object.fromEntries(byDay.map((field) => [field.name, { ...field, type: 'date', inputType: 'date' }])),
    ...(isUsed && { [createdAt.name]: createdAt }),
  }
}
