import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import { emptyValue, presentValue } from '@agremia/resources/list-parameters.ts'
import { joinList } from '@agremia/resources/rules/plural.ts'
import { faceOf } from '../../fields/index.ts'
import { isSameSet, withFilter, withoutField, type Filters } from './list-state.ts'

/** A filter that a screen shows at once, with ready-made choices that have a name of their own. */
export interface FilterSetup {
  field: string
  label?: string
  presets?: readonly FilterPreset[]
  /** What pressing the chip filters by at once; the chip is called like it. */
  shortcut?: FilterPreset
}

export interface FilterPreset {
  label: string
  values: readonly string[]
  /** Of a field that is filtered from a value to another: the limits that it means, in the place of `values`. */
  range?: FilterRange
}

export interface FilterRange {
  from?: string
  to?: string
}

/** Whether something is there at all, for the fields that may be empty. */
export function presenceChoices({ validation, assigned, inputType }: FieldDescriptor) {
  const mayBeEmpty = !validation.includes('required') && !assigned && inputType !== 'checkbox'
  return mayBeEmpty
    ? [
        { value: emptyValue, label: 'Sem valor' },
        { value: presentValue, label: 'Com valor' },
      ]
    : []
}

const mostNames = 2

/** Filters that take a beginning and an end. */
export function isRange(field: FieldDescriptor): boolean {
  return ['date', 'datetime', 'number', 'money'].includes(field.inputType)
}

export function isFiltered(field: FieldDescriptor, filters: Filters): boolean {
  return [field.name, `${field.name}_from`, `${field.name}_to`].some((name) => filters[name] !== undefined)
}

/** What a filter says, for its chip; undefined when it does not filter. `nameOf` finds the names of references. */
export function filterText(
  field: FieldDescriptor,
  filters: Filters,
  {
    presets = [],
    nameOf,
  }: { presets?: readonly FilterPreset[]; nameOf?: (value: string) => string | undefined } = {},
): string | undefined {
  if (!isFiltered(field, filters)) return undefined
  const named = presets.find((preset) => isTaken(field, filters, preset))
  if (named) return named.label
  const names = filters[field.name]?.map((value) => nameOf?.(value) ?? valueText(field, value))
  // An address may say both, and then both narrow the list.
  return joinList([...(names ? [namesText(names)] : []), ...rangeTexts(field, filters)])
}

/** Whether a field is filtered by just what a ready-made choice means. */
export function isTaken(
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

function namesText(names: readonly string[]): string {
  if (names.length <= mostNames) return names.join(', ')
  return `${names.slice(0, mostNames).join(', ')} +${names.length - mostNames}`
}

export function valueText(field: FieldDescriptor, value: string): string {
  if (value === emptyValue) return 'sem valor'
  if (value === presentValue) return 'com valor'
  if (field.inputType === 'checkbox') return value === 'true' ? 'sim' : 'não'
  if (field.inputType === 'reference') return '…'
  const said = faceOf(field).toText(rangeValue(field, value), field, {})
  return field.options ? lowerFirst(said) : said
}

/** As words after a colon begin, but for abbreviations: `por pagar`, `SMS`. */
function lowerFirst(text: string): string {
  return /^\p{Lu}\p{Lu}/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1)
}

/** The filters with a ready-made choice of a field in the place of its others. */
export function withPreset(
  field: FieldDescriptor,
  filters: Filters,
  { values, range }: FilterPreset,
): Filters {
  if (!range) return withFilter(withoutField(filters, field.name), field.name, values)
  const { from, to } = range
  const begun = withLimit(field, filters, 'from', from)
  return withLimit(field, begun, 'to', to)
}

/** The filters with another limit of a field, which takes the place of the values that it had to be; without one it goes away. */
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
  const said = (value: string) => faceOf(field).toText(rangeValue(field, value), field, {})
  if (from !== undefined && to !== undefined) return [`de ${said(from)} a ${said(to)}`]
  if (from !== undefined) return [`desde ${said(from)}`]
  return to === undefined ? [] : [`até ${said(to)}`]
}

/** A value as its field holds it: addresses know texts only. */
export function rangeValue(field: FieldDescriptor, value: string): unknown {
  const isNumber = field.inputType === 'number' || field.inputType === 'money'
  return isNumber && !Number.isNaN(Number(value)) ? Number(value) : value
}
