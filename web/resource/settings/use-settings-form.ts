import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { api, isApiError, isTimedOut } from '../../api/client.ts'
import { keys, useSettings } from '../../api/queries.ts'
import { toast } from '../../ui/toast.ts'

export interface SettingsControls {
  /** What is saved, or what is being written over it. */
  value: (name: string) => string
  saved: (name: string) => string
  set: (name: string, value: string) => void
  /** How many differ from what is saved. */
  changes: number
  errorOf: (name: string) => string | undefined
  saving: boolean
  save: () => Promise<void>
  discard: () => void
}

/** Some settings being written together. */
export function useSettingsForm(names: readonly string[]): SettingsControls {
  const saved = useSettings()
  const client = useQueryClient()
  const [written, setWritten] = useState<Record<string, string>>({})
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [saving, setSaving] = useState(false)
  const changed = names.filter((name) => written[name] !== undefined && written[name] !== (saved[name] ?? ''))

  async function save() {
    setSaving(true)
    const refused: Record<string, string> = {}
    const sent = Object.fromEntries(changed.map((name) => [name, written[name]]))
    for (const [name, value] of Object.entries(sent)) {
      try {
        if (isTimedOut(await api.modify('settings', name, { value }))) refused[name] = 'Sem resposta.'
      } catch (error) {
        refused[name] =
          (isApiError(error) && (error.errors?.value?.join(' ') ?? error.message)) ||
          'Não foi possível guardar.'
      }
    }
    await client.invalidateQueries({ queryKey: keys.settings })
    await client.invalidateQueries({ queryKey: keys.explainer })
    setErrors(refused)
    setSaving(false)
    // What was refused, and what was written meanwhile, is still to be saved.
    const isSaved = ([name, value]: [string, string]) => !(name in refused) && sent[name] === value
    setWritten((now) => Object.fromEntries(Object.entries(now).filter((one) => !isSaved(one))))
    if (Object.keys(refused).length > 0) return
    toast('Guardado com sucesso.')
  }

  return {
    value: (name) => written[name] ?? saved[name] ?? '',
    saved: (name) => saved[name] ?? '',
    set: (name, value) => setWritten((before) => ({ ...before, [name]: value })),
    changes: changed.length,
    errorOf: (name) => errors[name],
    saving,
    save,
    discard: () => {
      setWritten({})
      setErrors({})
    },
  }
}
