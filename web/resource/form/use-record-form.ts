import { useCallback, useEffect, useMemo, useReducer, useState } from 'react'
import { flushSync } from 'react-dom'
import { useQueryClient } from '@tanstack/react-query'
import type { FieldMap } from '@agremia/resources/descriptor.ts'
import type { Parent, StoredRecord } from '../../api/client.ts'
import { keepAnswer } from '../../api/keep-answer.ts'
import type { Values } from '../../fields/index.ts'
import { changedFields, pickValues } from './changes.ts'
import { resolved, type Choices, type Conflict } from './conflict.ts'
import { forgetDraft, keepDraft, recallDraft } from './draft.ts'
import { beginForm, defaultValues, formReducer, shownErrors, type FormState } from './form-state.ts'
import { judge, saveOver } from './save-record.ts'
import { useValidation } from './use-validation.ts'

export interface RecordFormOptions {
  resource: string
  fields: FieldMap
  /** The record being edited; without it, a new one. */
  record?: StoredRecord | undefined
  /** What a new record begins with, besides its fields' defaults. */
  initial?: Values
  /** A new record belongs to this one. */
  parent?: Parent
  /** Short-lived forms, such as those of dialogs, keep no draft. */
  keepsDraft?: boolean
  /** Tells the draft of a new record from those of others like it: the day of a cash sheet. */
  draftName?: string
}

export interface FormControls {
  /** Parts the ids of two forms on one page. */
  id: string
  resource: string
  fields: FieldMap
  values: Values
  base: Values
  isNew: boolean
  set: (name: string, value: unknown, companions?: Values) => void
  setMany: (values: Values) => void
  touch: (name: string) => void
  /** The error to show now, if any. */
  errorOf: (name: string) => string | undefined
  warningOf: (name: string) => string | undefined
  changes: readonly string[]
  /** The fields whose error is shown, in the order of the form. */
  wrong: readonly string[]
  problem: string | undefined
  saving: boolean
  triedSaving: boolean
  /** Whether the server finds nothing wrong with what is written; the form says what, and nothing is saved. */
  check: () => Promise<boolean>
  /** The saved record, or undefined when it was not saved: the form then says why. */
  save: () => Promise<StoredRecord | undefined>
  discard: () => void
  conflict: Conflict | undefined
  /** Saves over the other person's version. */
  settle: (choices: Choices) => Promise<StoredRecord | undefined>
  closeConflict: () => void
  /** The changes were found from before, and not made now. */
  isResumed: boolean
}

/** A record being written: its values, what is wrong with them, and the way to the server. Draws nothing. */
export function useRecordForm(options: RecordFormOptions): FormControls {
  const { resource, fields, record, initial, parent, keepsDraft = true, draftName } = options
  const client = useQueryClient()
  const id = `${resource}-${record?._id ?? 'new'}`
  const draftKey = keepsDraft ? [parent?.id, draftName, id].filter(Boolean).join(':') : undefined
  const [found] = useState(() => (draftKey === undefined ? undefined : recallDraft(draftKey)))
  const [state, dispatch] = useReducer(formReducer, undefined, () => {
    const base = record ?? { ...defaultValues(fields), ...initial }
    // News since the draft come in as any others do: under the changes, or as a conflict.
    return beginForm(found ? { ...base, ...found.over } : base, found?.changes)
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
    isActive: (changes.length > 0 || saysSomething(state)) && !state.saving,
    dispatch,
  })
  useDraft(draftKey, state, changes)

  const commit = useCallback(
    async (base: Values, values: Values) => {
      dispatch({ type: 'saving' })
      const outcome = await saveOver({ resource, fields, parent, base, values })
      // Whoever waits for the record may leave the page at once: by then nothing is unsaved.
      flushSync(() => dispatch(outcome.event))
      if (outcome.record) {
        keepAnswer(client, resource, outcome.record)
        if (draftKey !== undefined) forgetDraft(draftKey)
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
      const event = await judge({ resource, fields, values: state.values })
      dispatch(event)
      return event.problem === undefined && Object.keys(event.errors).length === 0
    },
    save: () => commit(state.base, state.values),
    discard: () => dispatch({ type: 'discarded' }),
    conflict: state.conflict,
    settle: async (choices) => {
      if (!state.conflict) return undefined
      const values = resolved(state.conflict, choices, fields)
      dispatch({ type: 'settled', base: state.conflict.theirs, values })
      return commit(state.conflict.theirs, values)
    },
    closeConflict: () => dispatch({ type: 'conflictClosed' }),
    isResumed: found !== undefined && changes.length > 0,
  }
}

/** What was found is judged anew also when everything is again as it is saved. */
function saysSomething({ errors, warnings }: FormState): boolean {
  return Object.keys(errors).length > 0 || Object.keys(warnings).length > 0
}

function useDraft(key: string | undefined, { base, values }: FormState, changes: readonly string[]): void {
  useEffect(() => {
    if (key === undefined) return
    if (changes.length === 0) forgetDraft(key)
    else
      keepDraft(key, {
        changes: pickValues(values, changes),
        over: { ...pickValues(base, changes), ...versionOf(base) },
      })
  }, [key, base, values, changes])
}

function versionOf({ _version }: Values): Values {
  return _version === undefined ? {} : { _version }
}
