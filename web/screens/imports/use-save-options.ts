import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, isApiError, isTimedOut } from '../../api/client.ts'
import { cacheRecord } from '../../api/queries.ts'
import type { ImportRecord } from './import-record.ts'

/** Saves options of an import, whose rows are then read or checked again. `save` answers whether they were saved. */
export function useSaveOptions(record: ImportRecord) {
  const client = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  async function save(options: object): Promise<boolean> {
    setBusy(true)
    setProblem(undefined)
    try {
      const saved = await api.modify('imports', record._id, { ...options, _version: record._version })
      if (isTimedOut(saved)) return false
      cacheRecord(client, 'imports', { ...record, ...saved })
      return true
    } catch (error) {
      const messages = isApiError(error) ? Object.values(error.errors ?? {}).flat() : []
      setProblem(messages.join(' ') || (isApiError(error) ? error.message : 'Não foi possível guardar.'))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { save, problem, isBusy }
}
