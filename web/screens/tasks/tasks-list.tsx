import { reading, RecordList, type ColumnSetup } from '../../resource/record-list.tsx'
import { WrittenCell } from '../messages/index.ts'
import { TaskState } from './task-state.tsx'

/** The list of bulk actions. */
export default function TasksList() {
  return (
    <RecordList
      resource="bulkActions"
      columns={columns}
      filters={filters}
      purpose="Aqui fica o que se pede para muitos registos de uma vez: quantos ficaram feitos, e quais não ficaram e porquê."
    />
  )
}

const filters = [{ field: 'state' }] as const

const columns: ColumnSetup<'bulkActions'>[] = [
  { name: 'title', width: 14 },
  { name: 'state', width: 8, ...reading(['state', 'failed'], TaskState) },
  { name: 'created_at', label: 'Pedida em', width: 9.5, ...reading([], WrittenCell) },
  { name: 'createdByName', width: 9 },
  { name: 'total', width: 5.5 },
  { name: 'done', width: 5.5 },
  { name: 'held', listed: false },
  { name: 'failed', width: 5.5 },
  { name: 'skipped', width: 5 },
]
