import { useQueryClient } from '@tanstack/react-query'
import { api, isTimedOut } from '../../api/client.ts'
import { cacheRecord } from '../../api/queries.ts'
import { useAttempt } from '../../resource/attempt.ts'
import type { ImportRecord } from './import-record.ts'

/** Saves options of an import, whose rows are then read or checked again. `save` answers whether they were saved. */
export function useSaveOptions(record: ImportRecord) {
  const client = useQueryClient()
  const { busy: isBusy, problem, attempt } = useAttempt('Não foi possível guardar.', { isForm: true })
  async function save(options: object): Promise<boolean> {
    const isSaved = await attempt(async () => {
      const saved = await api.modify('imports', record._id, { ...options, _version: record._version })
      if (isTimedOut(saved)) return false
      cacheRecord(client, 'imports', { ...record, ...saved })
      return true
    })
    return isSaved ?? false
  }
  return { save, problem, isBusy }
}
