import { useCallback, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { needProblem } from '@agremia/resources/settings/needed-settings.ts'
import { keys, useSettings } from '../../api/queries.ts'
import { settingVersion } from '../../api/setting-versions.ts'
import { toast } from '../../ui/toast.ts'
import { useJudgement } from './use-judgement.ts'
import { keepSettings, type Kept, type Written } from './keep-setting.ts'
import { useFoundSettings, useSettingsDraft } from './use-settings-draft.ts'

export interface SettingsControls {
  /** What is saved, or what is being written over it. */
  value: (name: string) => string
  saved: (name: string) => string
  set: (name: string, value: string) => void
  /** Somebody has left the box: what is wrong with it is said from then on. */
  touch: (name: string) => void
  /** Those that differ from what is saved. */
  changes: readonly string[]
  errorOf: (name: string) => string | undefined
  /** Those whose error is shown. */
  wrong: readonly string[]
  /** Why the last attempt to save failed, whatever the values. */
  problem: string | undefined
  saving: boolean
  save: () => Promise<void>
  discard: () => void
  /** The changes were found from before, and not made now. */
  isResumed: boolean
}

/** Some settings being written together. */
export function useSettingsForm(names: readonly string[]): SettingsControls {
  const saved = useSettings()
  const client = useQueryClient()
  const found = useFoundSettings(names)
  const [written, setWritten] = useState<Record<string, Written>>(found ?? {})
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [problem, setProblem] = useState<string>()
  const [saving, setSaving] = useState(false)
  const [left, setLeft] = useState<readonly string[]>([])
  const changes = names.filter((name) => written[name] && written[name].value !== (saved[name] ?? ''))

  const sent = Object.fromEntries(changes.flatMap((name) => (written[name] ? [[name, written[name]]] : [])))
  const values = Object.fromEntries(Object.entries(sent).map(([name, { value }]) => [name, value]))
  useSettingsDraft(names, sent)
  useJudgement(values, changes.length > 0 && !saving, setErrors)
  // What is again as it is saved is not wrong.
  const problemOf = (name: string) => errors[name] ?? needProblem(name, { ...saved, ...values })
  const wrong = changes.filter((name) => problemOf(name) !== undefined && left.includes(name))

  async function save() {
    setLeft(names)
    if (changes.some((name) => needProblem(name, { ...saved, ...values }) !== undefined)) return
    setSaving(true)
    setProblem(undefined)
    const kept = await keepSettings(sent)
    for (const queryKey of [keys.settings, keys.explainer, keys.terminology])
      await client.invalidateQueries({ queryKey })
    setErrors(kept.problems)
    setProblem(kept.failure)
    setSaving(false)
    setWritten((now) => stillWritten(now, sent, kept))
    if (kept.saved.length === changes.length) toast('Guardado com sucesso.')
  }

  return {
    value: (name) => written[name]?.value ?? saved[name] ?? '',
    saved: (name) => saved[name] ?? '',
    set: (name, value) => {
      setProblem(undefined)
      setWritten((before) => ({
        ...before,
        [name]: { value, over: before[name] ? before[name].over : settingVersion(name) },
      }))
    },
    changes,
    touch: (name) => setLeft((before) => [...before, name]),
    errorOf: (name) => (wrong.includes(name) ? problemOf(name) : undefined),
    wrong,
    problem,
    saving,
    save,
    discard: useCallback(() => {
      setWritten({})
      setErrors({})
      setProblem(undefined)
      setLeft([])
    }, []),
    isResumed: found !== undefined && changes.length > 0,
  }
}

/** What was refused or not answered, and what was written meanwhile, is still to be saved: over what is there now. */
function stillWritten(
  now: Record<string, Written>,
  sent: Record<string, Written>,
  { saved, versions }: Kept,
): Record<string, Written> {
  const unsaved = Object.entries(now).filter(
    ([name, { value }]) => !(saved.includes(name) && sent[name]?.value === value),
  )
  return Object.fromEntries(
    unsaved.map(([name, { value, over }]) => [name, { value, over: versions[name] ?? over }]),
  )
}
