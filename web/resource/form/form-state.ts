import type { FieldMap } from '@agremia/resources/descriptor.ts'
import type { FieldErrors } from '../../api/client.ts'
import { faceOf, type Values } from '../../fields/index.ts'
import { changedFields, pickValues } from './changes.ts'
import { rebased, type Conflict } from './conflict.ts'
import type { Findings } from './validate-record.ts'

export interface FormState {
  /** The record as it was read or last saved. */
  base: Values
  values: Values
  errors: FieldErrors
  warnings: FieldErrors
  /** Fields that somebody has left: their errors are shown. */
  touched: ReadonlySet<string>
  /** Set while saving and until it succeeds: all errors are shown. */
  triedSaving: boolean
  saving: boolean
  /** What the server said of the record as a whole, until it is another one. */
  problem: string | undefined
  conflict: Conflict | undefined
}

export type FormEvent =
  | { type: 'changed'; values: Values }
  | { type: 'left'; field: string }
  | { type: 'judged'; findings: Findings }
  | { type: 'saving' }
  /** `sent` is what stood in the form when it was sent. */
  | { type: 'saved'; record: Values; sent: Values; fields: FieldMap }
  | { type: 'refused'; errors: FieldErrors; problem: string | undefined }
  | { type: 'unanswered' }
  | { type: 'conflicted'; conflict: Conflict }
  | { type: 'settled'; base: Values; values: Values }
  | { type: 'conflictClosed' }
  | { type: 'discarded' }
  | { type: 'refreshed'; record: Values; fields: FieldMap }

export function beginForm(base: Values, draft: Values = {}): FormState {
  return { ...unjudged, base, values: { ...base, ...draft } }
}

export function formReducer(state: FormState, event: FormEvent): FormState {
  switch (event.type) {
    case 'changed':
      return {
        ...state,
        values: { ...state.values, ...event.values },
        errors: stillSaid(state, Object.keys(event.values)),
        problem: undefined,
      }
    case 'left':
      return { ...state, touched: new Set([...state.touched, event.field]) }
    case 'judged':
      return { ...state, ...event.findings }
    case 'saving':
      return { ...state, saving: true, triedSaving: true, problem: undefined }
    case 'saved':
      return beginForm(event.record, writtenSince(event.sent, state.values, event.fields))
    case 'refused':
      return { ...state, saving: false, errors: event.errors, problem: event.problem }
    case 'unanswered':
      return { ...state, saving: false }
    case 'conflicted':
      return { ...state, saving: false, conflict: event.conflict }
    case 'settled':
      return { ...state, base: event.base, values: event.values, conflict: undefined }
    case 'conflictClosed':
      return { ...state, conflict: undefined }
    case 'discarded':
      return beginForm(state.base)
    case 'refreshed':
      return refreshed(state, event.record, event.fields)
  }
}

/**
 * What was wrong with a value is not said of another one. An error that is in sight stays until it is judged anew: what
 * comes and goes under the fingers makes presses miss.
 */
function stillSaid({ errors, touched, triedSaving }: FormState, changed: readonly string[]): FieldErrors {
  if (triedSaving) return errors
  const gone = changed.filter((name) => errors[name] !== undefined && !touched.has(name))
  if (gone.length === 0) return errors
  return Object.fromEntries(Object.entries(errors).filter(([name]) => !gone.includes(name)))
}

/**
 * The errors to show, in the order of the form: those of fields that were left, of values that are complete while somebody still
 * types, or all once saving was tried.
 */
export function shownErrors(
  { errors, touched, triedSaving, values }: FormState,
  fields: FieldMap,
): Record<string, string> {
  const names = [...Object.keys(fields), ...Object.keys(errors).filter((name) => !fields[name])]
  const isWhole = (name: string) => {
    const field = fields[name]
    return field !== undefined && faceOf(field).isWhole?.(values[name]) === true
  }
  const shown = names.filter(
    (name) => errors[name]?.length && (triedSaving || touched.has(name) || isWhole(name)),
  )
  return Object.fromEntries(shown.map((name) => [name, errors[name]?.join(' ') ?? '']))
}

/** The values that a new record begins with. */
export function defaultValues(fields: FieldMap): Record<string, unknown> {
  const defaults = Object.values(fields).filter((field) => field.default !== undefined && !field.readOnly)
  return Object.fromEntries(defaults.map((field) => [field.name, field.default]))
}

const unjudged = {
  errors: {},
  warnings: {},
  touched: new Set<string>(),
  triedSaving: false,
  saving: false,
  problem: undefined,
  conflict: undefined,
}

/** What was written while what stood there before was being saved is still to be saved. */
function writtenSince(sent: Values, now: Values, fields: FieldMap): Values {
  return pickValues(now, changedFields(sent, now, fields))
}

/** News from the server never take away what is being written. */
function refreshed(state: FormState, record: Values, fields: FieldMap): FormState {
  if (state.saving || state.conflict || record._version === state.base._version) return state
  if (changedFields(state.base, state.values, fields).length === 0) {
    return { ...state, base: record, values: record }
  }
  const values = rebased(state.base, state.values, record, fields)
  return values ? { ...state, base: record, values } : state
}
