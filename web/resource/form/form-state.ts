import type { FieldMap } from '@agremia/resources/descriptor.ts'
import type { FieldErrors } from '../../api/client.ts'
import { faceOf, type Values } from '../../fields/index.ts'
import { changedFields, type Conflict, pickValues, rebase } from './changes.ts'

export interface FormState {
  /** The record as last read or saved. */
  base: Values
  values: Values
  errors: FieldErrors
  warnings: FieldErrors
  /** Fields that lost focus: their errors are shown. */
  touched: ReadonlySet<string>
  /** Set when saving starts, until it succeeds: all errors are shown. */
  triedSaving: boolean
  saving: boolean
  /** The server's message about the whole record, until a value changes. */
  problem: string | undefined
  conflict: Conflict | undefined
  /** Values that the server refused to save. */
  refusedValues: Values | undefined
}

export type FormEvent =
  | { type: 'changed'; values: Values }
  | { type: 'left'; field: string }
  | { type: 'judged'; findings: Findings }
  | { type: 'saving' }
  /** `sent`: the values that were sent. */
  | { type: 'saved'; record: Values; sent: Values; fields: FieldMap }
  | { type: 'refused'; errors: FieldErrors; warnings?: FieldErrors; problem: string | undefined }
  | { type: 'unanswered' }
  | { type: 'conflicted'; conflict: Conflict }
  | { type: 'settled'; base: Values; values: Values }
  | { type: 'conflictClosed' }
  | { type: 'discarded' }
  | { type: 'refreshed'; record: Values; fields: FieldMap }

export function beginForm(base: Values, draft: Values = {}): FormState {
  return { ...initialState, base, values: { ...base, ...draft } }
}

export function formReducer(state: FormState, event: FormEvent): FormState {
  switch (event.type) {
    case 'changed':
      return {
        ...state,
        values: { ...state.values, ...event.values },
        errors: remainingErrors(state, Object.keys(event.values)),
        problem: undefined,
      }
    case 'left':
      return { ...state, touched: new Set([...state.touched, event.field]) }
    case 'judged':
      return { ...state, ...event.findings }
    case 'saving':
      return { ...state, saving: true, triedSaving: true, problem: undefined }
    case 'saved':
      return beginForm(event.record, changedSince(event.sent, state.values, event.fields))
    case 'refused':
      return {
        ...state,
        saving: false,
        errors: event.errors,
        warnings: event.warnings ?? state.warnings,
        problem: event.problem,
        refusedValues: state.values,
      }
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
 * Drops the errors of changed values, which were for the old value. Errors that are shown stay until the next
 * validation, because elements that move while typing cause wrong clicks.
 */
function remainingErrors(
  { errors, touched, triedSaving }: FormState,
  changed: readonly string[],
): FieldErrors {
  if (triedSaving) return errors
  const dropped = changed.filter((name) => errors[name] !== undefined && !touched.has(name))
  if (dropped.length === 0) return errors
  return Object.fromEntries(Object.entries(errors).filter(([name]) => !dropped.includes(name)))
}

/**
 * The errors to show, in field order: of fields that were left, of values that are complete, or all after
 * saving was tried.
 */
export function shownErrors(
  { errors, touched, triedSaving, values }: FormState,
  fields: FieldMap,
): Record<string, string> {
  const names = [...Object.keys(fields), ...Object.keys(errors).filter((name) => !fields[name])]
  const isComplete = (name: string) => {
    const field = fields[name]
    return field !== undefined && faceOf(field).isWhole?.(values[name]) === true
  }
  const shown = names.filter(
    (name) => errors[name]?.length && (triedSaving || touched.has(name) || isComplete(name)),
  )
  return Object.fromEntries(shown.map((name) => [name, errors[name]?.join(' ') ?? '']))
}

/** Default values of a new record. */
export function defaultValues(fields: FieldMap): Record<string, unknown> {
  const defaults = Object.values(fields).filter((field) => field.default !== undefined && !field.readOnly)
  return Object.fromEntries(defaults.map((field) => [field.name, field.default]))
}

const initialState = {
  errors: {},
  warnings: {},
  touched: new Set<string>(),
  triedSaving: false,
  saving: false,
  problem: undefined,
  conflict: undefined,
  refusedValues: undefined,
}

/** Values that changed after the request was sent remain unsaved. */
function changedSince(sent: Values, now: Values, fields: FieldMap): Values {
  return pickValues(now, changedFields(sent, now, fields))
}

/** Merges a newer version from the server, or the same with other fields; never overwrites unsaved changes. */
function refreshed(state: FormState, record: Values, fields: FieldMap): FormState {
  if (state.saving || state.conflict || isSameReading(record, state.base)) return state
  if (changedFields(state.base, state.values, fields).length === 0) {
    return { ...state, base: record, values: record }
  }
  const values = rebase(state.base, state.values, record, fields)
  return values ? { ...state, base: record, values } : state
}

/** Settings show and hide fields without a new version of the record. */
function isSameReading(one: Values, other: Values): boolean {
  return one._version === other._version && Object.keys(one).length === Object.keys(other).length
}

export interface Findings {
  errors: FieldErrors
  /** Warnings do not prevent saving. */
  warnings: FieldErrors
}
