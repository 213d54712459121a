import { useCallback, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { needProblem } from '@agremia/resources/settings/needed-settings.ts'
import { keys, settingVersion, useSettings } from '../../api/queries.ts'
import { toast } from '../../ui/toasts.tsx'
import { useSettingsValidation } from './use-judgement.ts'
import { saveSettings, type SaveResult, type ChangedSetting } from './keep-setting.ts'
import { useRestoredSettings, useSettingsDraft } from './use-settings-draft.ts'

export interface SettingsControls {
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

/** State of a form of several settings. */
export function useSettingsForm(names: readonly string[]): SettingsControls {
  const saved = useSettings()
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
  const problemOf = (name: string) => errors[name] ?? needProblem(name, { ...saved, ...values })
  const wrong = changes.filter((name) => problemOf(name) !== undefined && touched.includes(name))

  async function save() {
    setTouched(names)
    if (changes.some((name) => needProblem(name, { ...saved, ...values }) !== undefined)) return
    setSaving(true)
    setProblem(undefined)
    const result = await saveSettings(sent)
    for (const queryKey of [keys.settings, keys.explainer, keys.terminology])
      await client.invalidateQueries({ queryKey })
    setErrors(result.problems)
    setProblem(result.failure)
    setSaving(false)
    setChanged((current) => remainingChanges(current, sent, result))
    if (result.saved.length === changes.length) toast('Guardado com sucesso.')
  }

  return {
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
