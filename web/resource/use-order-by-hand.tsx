import { useRef, useState, type ReactNode, type RefObject } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { resourcePath } from '@agremia/resources/paths.ts'
import type { FieldMap, ResourceDescriptor } from '@agremia/resources/descriptor.ts'
import { api, isApiError, isTimedOut, type StoredRecord } from '../api/client.ts'
import { keys } from '../api/queries.ts'
import { plainText } from '../fields/texts.ts'
import { DragHandle, placeAt } from '../ui/drag-handle.tsx'
import { toast } from '../ui/toast.ts'

export interface OrderByHand<Stored extends StoredRecord, List extends Element> {
  /** The records as they stand while they are moved. */
  records: readonly Stored[]
  /** The element whose children are the records, in this order. */
  listRef: RefObject<List | null>
  /** The record that the pointer moves now. */
  draggedId: string | undefined
  /** What moves a record; its label is the record's title. */
  handleOf: (record: Stored) => ReactNode
}

/** Records that people put in order themselves; undefined where they do not, or may not, or see only some of them. */
export function useOrderByHand<List extends Element, Stored extends StoredRecord = StoredRecord>(
  descriptor: ResourceDescriptor,
  fields: FieldMap,
  records: readonly Stored[],
  total: number,
): OrderByHand<Stored, List> | undefined {
  const client = useQueryClient()
  const listRef = useRef<List>(null)
  const [draggedId, setDraggedId] = useState<string>()
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
  const move = (id: string, place: number) => {
    if (place < 0 || place >= shown.length || shown[place] === id) return
    setMoved(shown.filter((one) => one !== id).toSpliced(place, 0, id))
  }
  return {
    records: shown.flatMap((id) => byId.get(id) ?? []),
    listRef,
    draggedId,
    handleOf: (record) => (
      <DragHandle
        label={plainText(record[descriptor.title])}
        onMove={(step) => move(record._id, shown.indexOf(record._id) + step)}
        onDrag={(pointer) => move(record._id, placeAt(listRef.current?.children ?? [], pointer))}
        onDragging={(isDragging) => setDraggedId(isDragging ? record._id : undefined)}
        onEnd={() => isWhole && moved && mutate(moved)}
      />
    ),
  }
}
