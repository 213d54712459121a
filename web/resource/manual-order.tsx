import type { FieldMap, ResourceDescriptor } from '@agremia/resources/descriptor.ts'
import { resourcePath } from '@agremia/resources/paths.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { api, isTimedOut, type StoredRecord } from '../api/client.ts'
import { keys } from '../api/queries.ts'
import { plainText } from '../fields/texts.ts'
import { DragHandle, placeAt } from '../ui/drag-handle.tsx'
import { toast } from '../ui/toasts.tsx'
import { toastError } from './toast-error.ts'

export interface ManualOrder<Stored extends StoredRecord, List extends Element> {
  /** The records in the current order. */
  records: readonly Stored[]
  /** The element whose children are the records, in this order. */
  listRef: RefObject<List | null>
  /** Id of the dragged record. */
  draggedId: string | undefined
  /** The drag handle of a record, labelled with its title. */
  handleOf: (record: Stored) => ReactNode
}

/**
 * Manual order of records. Undefined if the resource has none, the role may not change it, or not all records
 * are loaded.
 */
export function useManualOrder<List extends Element, Stored extends StoredRecord = StoredRecord>(
  descriptor: ResourceDescriptor,
  fields: FieldMap,
  records: readonly Stored[],
  total: number,
): ManualOrder<Stored, List> | undefined {
  const client = useQueryClient()
  const listRef = useRef<List>(null)
  const [draggedId, setDraggedId] = useState<string>()
  const [moved, setMoved] = useState<readonly string[]>()
  const { mutate } = useMutation({
    // Serialises the requests, so that the last order wins.
    scope: { id: `order ${descriptor.name}` },
    mutationFn: async (ids: readonly string[]) => {
      const answer = await api.act(`${resourcePath(descriptor.name)}/order`, { ids })
      if (isTimedOut(answer)) toast('O servidor demora a responder. Tente outra vez.', { tone: 'error' })
    },
    onError: (error) => toastError(error, 'Não foi possível guardar a ordem.'),
    onSettled: async (_answer, _error, stored) => {
      await client.invalidateQueries({ queryKey: keys.lists(descriptor.name) })
      // A move made meanwhile stays.
      setMoved((current) => (current === stored ? undefined : current))
    },
  })
  const { order } = fields
  const isOrdered = descriptor.sort === 'order' && order !== undefined && order.readOnly !== true
  if (!isOrdered || !descriptor.may.update || records.length !== total || total < 2) return undefined
  const byId = new Map(records.map((record) => [record._id, record]))
  const ids = moved?.filter((id) => byId.has(id)) ?? []
  const isComplete = ids.length === records.length
  const shown = isComplete ? ids : records.map(({ _id }) => _id)
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
        onEnd={() => isComplete && moved && mutate(moved)}
      />
    ),
  }
}
