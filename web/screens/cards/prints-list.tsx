import { useState } from 'react'
import { useMay } from '../../api/queries.ts'
import { RecordList, type ColumnSetup } from '../../resource/record-list.tsx'
import { PageAction } from '../../ui/page-action.tsx'
import { IconPrinter } from '@tabler/icons-react'
import { lazyDialog } from '../../ui/lazy-part.ts'

const PrintDialog = lazyDialog(() => import('./print-dialog.tsx'))

/** The list of print batches. */
export default function PrintsList() {
  const mayPrint = useMay('printBatches').create
  const [isDialogOpen, setDialogOpen] = useState(false)
  return (
    <>
      <RecordList
        resource="printBatches"
        columns={columns}
        action={
          mayPrint && (
            <PageAction
              label="Imprimir os que faltam"
              icon={<IconPrinter size="1.125rem" stroke={1.5} aria-hidden />}
              onClick={() => setDialogOpen(true)}
            />
          )
        }
        purpose="Aqui fica cada conjunto de cartões que foi impresso: quantos, em que papel, e o documento enquanto é guardado."
      />
      {isDialogOpen && (
        <PrintDialog toPrint={{ cardSet: 'por-imprimir' }} onClose={() => setDialogOpen(false)} />
      )}
    </>
  )
}

const columns: ColumnSetup<'printBatches'>[] = [
  { name: 'batchNumber', width: 6, align: 'end' },
  { name: 'date', width: 7 },
  { name: 'state', width: 8 },
  { name: 'count', width: 5, align: 'end' },
  { name: 'cardSet', width: 12, preferredWidth: 15 },
  { name: 'layout', width: 13.5, preferredWidth: 18 },
  { name: 'createdByName', width: 8.5 },
]
