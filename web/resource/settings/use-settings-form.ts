import { allows } from '@agremia/resources/access.ts'
import { settingNames, settingOf, settings } from '@agremia/resources/definitions/settings.ts'
import { requiredSettingProblem } from '@agremia/resources/settings/needed-settings.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { refreshSettings, settingVersion, useSession, useSettings } from '../../api/queries.ts'
import { toast } from '../../ui/toasts.tsx'
import { type Draft, removeDraft, storeDraft, readDraft } from '../form/draft.ts'
import { typingPause } from '../form/validation.ts'
import { type ChangedSetting, type SaveResult, saveSettings, validateSettings } from './save-settings.ts'

export interface SettingsControls {
  names: readonly string[]
  /** Whether the person may change the setting. */
  mayChange: (name: string) => boolean
  /** The current value, changed or saved. */
  value: (name: string) => string
  saved: (name: string) => string
  set: (name: string, value: string) => void
  /** Called on blur: the setting's error is shown from then on. */
  touch: (name: string) => void
  /** Names of changed settings. */
  changes: readonly string[]
  errorOf: (name: string) => string | undefined
  /** Names of settings whose error is shown. */
  wrong: readonly string[]
  /** Why the last save failed as a whole. */
  problem: string | undefined
  saving: boolean
  save: () => Promise<void>
  discard: () => void
  /** The changes were restored from a draft. */
  isResumed: boolean
}

/** Returns whether the person may change a setting, by its name. The answer does not wait for the explainer. */
export function useMayChangeSetting(): (name: string) => boolean {
  const session = useSession()
  const decision = session ? settings.access.update({ ...session, personId: null }) : false
  return (name) => allows(decision, { name })
}

/** State of a form of several settings. */
export function useSettingsForm(names: readonly string[]): SettingsControls {
  const saved = useSettings()
  const mayChange = useMayChangeSetting()
  const client = useQueryClient()
  const restored = useRestoredSettings(names)
  const [changed, setChanged] = useState<Record<string, ChangedSetting>>(restored ?? {})
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [problem, setProblem] = useState<string>()
  const [saving, setSaving] = useState(false)
  const [touched, setTouched] = useState<readonly string[]>([])
  const changes = names.filter((name) => changed[name] && changed[name].value !== (saved[name] ?? ''))

  const sent = Object.fromEntries(changes.flatMap((name) => (changed[name] ? [[name, changed[name]]] : [])))
  const values = Object.fromEntries(Object.entries(sent).map(([name, { value }]) => [name, value]))
  useSettingsDraft(names, sent)
  useSettingsValidation(values, changes.length > 0 && !saving, setErrors)
  // Only changed settings can be invalid.
  const problemOf = (name: string) => errors[name] ?? requiredSettingProblem(name, { ...saved, ...values })
  const wrong = changes.filter((name) => problemOf(name) !== undefined && touched.includes(name))

  async function save() {
    setTouched(names)
    if (changes.some((name) => requiredSettingProblem(name, { ...saved, ...values }) !== undefined)) return
    setSaving(true)
    setProblem(undefined)
    const result = await saveSettings(sent)
    await refreshSettings(client)
    setErrors(result.problems)
    setProblem(result.failure)
    setSaving(false)
    setChanged((current) => remainingChanges(current, sent, result))
    if (result.saved.length === changes.length) toast('Guardado com sucesso.')
  }

  return {
    names,
    mayChange,
    value: (name) => changed[name]?.value ?? saved[name] ?? '',
    saved: (name) => saved[name] ?? '',
    set: (name, value) => {
      setProblem(undefined)
      setChanged((before) => ({
        ...before,
        [name]: { value, over: before[name] ? before[name].over : settingVersion(name) },
      }))
    },
    changes,
    touch: (name) => setTouched((before) => [...before, name]),
    errorOf: (name) => (wrong.includes(name) ? problemOf(name) : undefined),
    wrong,
    problem,
    saving,
    save,
    discard: useCallback(() => {
      setChanged({})
      setErrors({})
      setProblem(undefined)
      setTouched([])
    }, []),
    isResumed: restored !== undefined && changes.length > 0,
  }
}

/** Changes that remain unsaved: refused, unanswered or made meanwhile. They get the current versions. */
function remainingChanges(
  current: Record<string, ChangedSetting>,
  sent: Record<string, ChangedSetting>,
  { saved, versions }: SaveResult,
): Record<string, ChangedSetting> {
  const unsaved = Object.entries(current).filter(
    ([name, { value }]) => !(saved.includes(name) && sent[name]?.value === value),
  )
  return Object.fromEntries(
    unsaved.map(([name, { value, over }]) => [name, { value, over: versions[name] ?? over }]),
  )
}

/** Validates changed settings on the server, debounced. */
function useSettingsValidation(
  changed: Record<string, string>,
  isActive: boolean,
  onValidated: (problems: Record<string, string>) => void,
): void {
  const serialised = JSON.stringify(changed)
  useEffect(() => {
    if (!isActive) return undefined
    const controller = new AbortController()
    const timer = setTimeout(() => {
      validateSettings(JSON.parse(serialised) as Record<string, string>, controller.signal).then(
        (problems) => !controller.signal.aborted && onValidated(problems),
        // Ignored: saving validates anyway.
        () => undefined,
      )
    }, typingPause)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [serialised, isActive, onValidated])
}

/** Unsaved settings restored from the draft, each with the version that was read. */
function useRestoredSettings(names: readonly string[]): Record<string, ChangedSetting> | undefined {
  const [restored] = useState(() => {
    const draft = readDraft(keyOf(names))
    return draft && changedIn(draft)
  })
  return restored
}

/** Stores unsaved settings until they are saved or discarded; secrets are not stored. */
function useSettingsDraft(names: readonly string[], changed: Record<string, ChangedSetting>): void {
  const key = keyOf(names)
  const serialised = JSON.stringify(draftOf(changed))
  useEffect(() => {
    const draft = JSON.parse(serialised) as Draft
    if (Object.keys(draft.changes).length === 0) removeDraft(key)
    else storeDraft(key, draft)
  }, [key, serialised])
}

function keyOf(names: readonly string[]): string {
  return `settings-${names.join(',')}`
}

function draftOf(changed: Record<string, ChangedSetting>): Draft {
  const nonSecret = Object.entries(changed).filter(([name]) => !isSecret(name))
  return {
    changes: Object.fromEntries(nonSecret.map(([name, { value }]) => [name, value])),
    over: Object.fromEntries(nonSecret.map(([name, { over }]) => [name, over])),
  }
}

function changedIn({ changes, over }: Draft): Record<string, ChangedSetting> {
  const entries = Object.entries(changes).map(([name, value]) => {
    const version = over[name]
    return [name, { value: String(value), over: typeof version === 'number' ? version : undefined }] as const
  })
  return Object.fromEntries(entries)
}

function isSecret(name: string): boolean {
  return settingNames.some((known) => known === name && settingOf(known).secret)
}
