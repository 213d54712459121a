import { useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { resourcePath } from '@agremia/resources/paths.ts'
import type { FieldMap, ResourceDescriptor } from '@agremia/resources/descriptor.ts'
import { api, isApiError, isTimedOut, type StoredRecord } from '../api/client.ts'
import { keys } from '../api/queries.ts'
import { toast } from '../ui/toast.ts'

export interface OrderByHand {
  /** The records as they stand while they are moved. */
  records: readonly StoredRecord[]
  move: (id: string, place: number) => void
  /** Keeps the places that they have now. */
  save: () => void
}

/** Records that people put in order themselves; undefined where they do not, or may not, or see only some of them. */
export function useOrderByHand(
  descriptor: ResourceDescriptor,
  fields: FieldMap,
  records: readonly StoredRecord[],
  total: number,
): OrderByHand | undefined {
  const client = useQueryClient()
  const [moved, setMoved] = useState<readonly string[]>()
  const { mutate } = useMutation({
    // One after the other: the last order given is the one that stays.
    scope: { id: `order ${descriptor.name}` },
    mutationFn: async (ids: readonly string[]) => {
      const answer = await api.act(`${resourcePath(descriptor.name)}/order`, { ids })
      if (isTimedOut(answer)) toast('O servidor demora a responder. Tente outra vez.', { tone: 'error' })
    },
    onError: (error) =>
      toast(isApiError(error) ? error.message : 'Não foi possível guardar a ordem.', { tone: 'error' }),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: keys.lists(descriptor.name) })
      setMoved(undefined)
    },
  })
  const { order } = fields
  const isOrdered = descriptor.sort === 'order' && order !== undefined && order.readOnly !== true
  if (!isOrdered || !descriptor.may.update || records.length !== total || total < 2) return undefined
  const byId = new Map(records.map((record) => [record._id, record]))
  const ids = moved?.filter((id) => byId.has(id)) ?? []
  const isWhole = ids.length === records.length
  const shown = isWhole ? ids : records.map(({ _id }) => _id)
  return {
    records: shown.flatMap((id) => byId.get(id) ?? []),
    move: (id, place) => {
      if (place < 0 || place >= shown.length || shown[place] === id) return
      setMoved(shown.filter((one) => one !== id).toSpliced(place, 0, id))
    },
    save: () => {
      if (isWhole && moved) mutate(moved)
    },
  }
}
