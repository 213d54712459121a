import { useCallback, useEffect, useMemo, useReducer, useState } from 'react'
import { flushSync } from 'react-dom'
import { useQueryClient } from '@tanstack/react-query'
import type { FieldMap } from '@agremia/resources/descriptor.ts'
import type { FieldErrors, FieldName, Parent, RecordFor, StoredRecord } from '../../api/client.ts'
import { cacheRecord } from '../../api/queries.ts'
import type { Values } from '../../fields/index.ts'
import { changedFields, type Choices, type Conflict, merge, pickValues } from './changes.ts'
import { useFilledLocality } from './filled-locality.ts'
import { removeDraft, storeDraft, readDraft } from './draft.ts'
import { beginForm, defaultValues, formReducer, shownErrors, type FormState } from './form-state.ts'
import { validateOnServer, saveOver } from './save-record.ts'
import { useValidation } from './validation.ts'

interface RecordFormOptions<Name extends string> {
  resource: Name
  fields: FieldMap
  /** The record to edit; without it, a new one. */
  record?: StoredRecord | undefined
  /** Initial values of a new record besides the defaults. */
  initial?: Values
  /** Parent of a new record. */
  parent?: Parent
  /** False for short-lived forms, such as dialogs. */
  keepsDraft?: boolean
  /** Distinguishes drafts of new records: the day of a cash sheet. */
  draftName?: string
}

/** Values of some fields of a record, which may be wrong. */
export type FormValues<Name extends string> = { readonly [Field in keyof RecordFor<Name>]?: unknown }

export interface FormControls<Name extends string = string> {
  /** Prefix of DOM ids, for several forms on a page. */
  id: string
  resource: string
  fields: FieldMap
  values: FormValues<Name>
  base: FormValues<Name>
  isNew: boolean
  set(name: FieldName<Name>, value: unknown, companions?: Values): void
  setMany(values: FormValues<Name>): void
  touch(name: FieldName<Name>): void
  /** The error to show now. */
  errorOf(name: FieldName<Name>): string | undefined
  warningOf(name: FieldName<Name>): string | undefined
  changes: readonly FieldName<Name>[]
  /** Fields whose error is shown, in field order. */
  wrong: readonly string[]
  problem: string | undefined
  saving: boolean
  triedSaving: boolean
  /** Validates on the server without saving; shows the errors. Resolves to the warnings, or undefined when there are errors. */
  check: () => Promise<FieldErrors | undefined>
  /** Saves. Resolves to the record, or undefined when it failed; the form then shows why. */
  save: () => Promise<RecordFor<Name> | undefined>
  discard: () => void
  conflict: Conflict | undefined
  /** Merges with the other person's version and saves. */
  settle: (choices: Choices) => Promise<RecordFor<Name> | undefined>
  closeConflict: () => void
  /** The changes were restored from a draft. */
  isResumed: boolean
}

/** State of a record's form: values, errors, validation, draft and saving. Renders nothing. */
export function useRecordForm<Name extends string>(options: RecordFormOptions<Name>): FormControls<Name>
export function useRecordForm(options: RecordFormOptions<string>): FormControls {
  const { resource, record, initial, parent, keepsDraft = true, draftName } = options
  const fields = useSettableFields(options.fields, record === undefined)
  const client = useQueryClient()
  const id = `${resource}-${record?._id ?? 'new'}`
  const draftKey = keepsDraft ? [parent?.id, draftName, id].filter(Boolean).join(':') : undefined
  const [draft] = useState(() => (draftKey === undefined ? undefined : readDraft(draftKey)))
  const [state, dispatch] = useReducer(formReducer, undefined, () => {
    const base = record ?? { ...defaultValues(fields), ...initial }
    // Starts from the draft's version: newer versions are then merged or cause a conflict, as usual.
    return beginForm(draft ? { ...base, ...draft.over } : base, draft?.changes)
  })
  const changes = useMemo(
    () => changedFields(state.base, state.values, fields),
    [state.base, state.values, fields],
  )
  useEffect(() => {
    if (record) dispatch({ type: 'refreshed', record, fields })
  }, [record, fields])
  useValidation({
    resource,
    fields,
    values: state.values,
    // Validation does not find all errors of saving: these stay until a value changes.
    isActive:
      (changes.length > 0 || hasFindings(state)) && !state.saving && state.refusedValues !== state.values,
    dispatch,
  })
  useDraft(draftKey, state, changes)
  useFilledLocality({ fields, values: state.values, changes }, (values) =>
    dispatch({ type: 'changed', values }),
  )

  const commit = useCallback(
    async (base: Values, values: Values) => {
      dispatch({ type: 'saving' })
      const outcome = await saveOver({ resource, fields, parent, base, values })
      // `flushSync`: the caller may navigate at once, and the leave guard must see that nothing is unsaved.
      flushSync(() => dispatch(outcome.event))
      if (outcome.record) {
        cacheRecord(client, resource, outcome.record)
        if (draftKey !== undefined) removeDraft(draftKey)
      }
      return outcome.record
    },
    [client, resource, fields, parent, draftKey],
  )

  const shown = shownErrors(state, fields)
  return {
    id,
    resource,
    fields,
    values: state.values,
    base: state.base,
    isNew: record === undefined,
    set: useCallback((name, value, companions) => {
      dispatch({ type: 'changed', values: { ...companions, [name]: value } })
    }, []),
    setMany: useCallback((values) => dispatch({ type: 'changed', values }), []),
    touch: useCallback((field) => dispatch({ type: 'left', field }), []),
    errorOf: (name) => shown[name],
    warningOf: (name) => state.warnings[name]?.join(' '),
    changes,
    wrong: Object.keys(shown),
    problem: state.problem,
    saving: state.saving,
    triedSaving: state.triedSaving,
    check: async () => {
      dispatch({ type: 'saving' })
      const event = await validateOnServer({ resource, fields, values: state.values })
      dispatch(event)
      const isValid = event.problem === undefined && Object.keys(event.errors).length === 0
      return isValid ? (event.warnings ?? {}) : undefined
    },
    save: () => commit(state.base, state.values),
    discard: () => dispatch({ type: 'discarded' }),
    conflict: state.conflict,
    settle: async (choices) => {
      if (!state.conflict) return undefined
      const values = merge(state.conflict, choices, fields)
      dispatch({ type: 'settled', base: state.conflict.theirs, values })
      return commit(state.conflict.theirs, values)
    },
    closeConflict: () => dispatch({ type: 'conflictClosed' }),
    isResumed: draft !== undefined && changes.length > 0,
  }
}

/** Existing findings are validated again even when the values equal the saved ones. */
function hasFindings({ errors, warnings }: FormState): boolean {
  return Object.keys(errors).length > 0 || Object.keys(warnings).length > 0
}

function useDraft(key: string | undefined, { base, values }: FormState, changes: readonly string[]): void {
  useEffect(() => {
    if (key === undefined) return
    if (changes.length === 0) removeDraft(key)
    else
      storeDraft(key, {
        changes: pickValues(values, changes),
        over: { ...pickValues(base, changes), ...versionOf(base) },
      })
  }, [key, base, values, changes])
}

function versionOf({ _version }: Values): Values {
  return _version === undefined ? {} : { _version }
}

/** The fields with fixed ones read-only, unless the record is new. */
function useSettableFields(fields: FieldMap, isNew: boolean): FieldMap {
  return useMemo(() => {
    if (isNew || !Object.values(fields).some(({ fixed }) => fixed)) return fields
    return Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [
        name,
        field.fixed ? { ...field, readOnly: true } : field,
      ]),
    )
  }, [fields, isNew])
}
