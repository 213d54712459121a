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
    const sent = Object.fromEntries(changed.map((name) => [name, written[name] ?? '']))
    const judged = changed.length > 1 ? await problemsOf(sent) : {}
    Object.assign(refused, judged)
    if (Object.keys(judged).length === 0) {
      for (const [name, value] of Object.entries(sent)) {
        const problem = await keep(name, value)
        if (problem !== undefined) refused[name] = problem
      }
      for (const queryKey of [keys.settings, keys.explainer, keys.terminology])
        await client.invalidateQueries({ queryKey })
    }
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

/** Why it could not be kept; undefined when it was. */
async function keep(name: string, value: string): Promise<string | undefined> {
  try {
    return isTimedOut(await api.modify('settings', name, { value })) ? 'Sem resposta.' : undefined
  } catch (error) {
    return saidIn(error)
  }
}

/** What the server would refuse of settings that are saved together: if one is wrong, none is changed. */
async function problemsOf(sent: Record<string, string>): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  const judge = async ([name, value]: [string, string]) => {
    try {
      const errors = await api.validate('settings', { name, value })
      const problem = isTimedOut(errors) ? undefined : errors.value?.join(' ')
      if (problem !== undefined) found[name] = problem
    } catch (error) {
      found[name] = saidIn(error)
    }
  }
  await Promise.all(Object.entries(sent).map(judge))
  return found
}

function saidIn(error: unknown): string {
  return (
    (isApiError(error) && (error.errors?.value?.join(' ') ?? error.message)) || 'Não foi possível guardar.'
  )
}
