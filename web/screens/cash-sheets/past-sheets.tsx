import { IconLock } from '@tabler/icons-react'
import { useResource } from '../../api/queries.ts'
import { RecordList, type ColumnSetup, type FilterSetup } from '../../resource/record-list.tsx'
import { PageAction } from '../../ui/page-action.tsx'
import { cashDayPath, cashSheetPath } from '../../paths/dues.ts'

/** The list of closed days. */
export default function PastSheets() {
  const descriptor = useResource('cashSheets')
  return (
    <RecordList
      resource="cashSheets"
      title="Folhas anteriores"
      columns={columns}
      filters={filters}
      pathOf={cashDayPath}
      pathBy="date"
      newPath={cashSheetPath}
      action={
        descriptor?.may.create && (
          <PageAction
            label={descriptor.label.new}
            icon={<IconLock size="1.125rem" stroke={1.75} />}
            to={cashSheetPath}
          />
        )
      }
      purpose="Aqui fica cada dia fechado: o que se esperava na caixa, o que se contou e quem fechou."
    />
  )
}

const filters: FilterSetup<'cashSheets'>[] = [{ field: 'date' }, { field: 'status' }]

const columns: ColumnSetup<'cashSheets'>[] = [
  { name: 'date', width: 8 },
  { name: 'expectedCash', label: 'Esperado', width: 8 },
  { name: 'countedCash', width: 8 },
  { name: 'difference', width: 8 },
  { name: 'receivedTotal', width: 9 },
  { name: 'payments', width: 7 },
  { name: 'closedByName', width: 12 },
  { name: 'status', width: 8 },
]
