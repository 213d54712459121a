import { Button } from '@mantine/core'
import { useState } from 'react'
import { useMay } from '../../api/queries.ts'
import { mandatesPath } from '../../paths/direct-debit.ts'
import { useLabels } from '../labels/index.ts'
import {
  type ColumnSetup,
  type FilterSetup,
  nameColumnWidth,
  RecordList,
} from '../../resource/record-list.tsx'
import { lazyDialog } from '../../ui/lazy-part.ts'

const HoldersDialog = lazyDialog(() => import('./holders-dialog.tsx'))

/** The authorisations of direct debit. */
export default function MandatesList() {
  const [isConfirming, setIsConfirming] = useState(false)
  const labels = useLabels('mandates')
  const mayWrite = useMay('mandates').create
  return (
    <>
      <RecordList
        resource="mandates"
        newPath={`${mandatesPath}/nova`}
        columns={columns}
        filters={filters}
        actions={labels.actions}
        toolbar={
          mayWrite && (
            <Button variant="default" onClick={() => setIsConfirming(true)}>
              Titulares das contas
            </Button>
          )
        }
        purpose="Quem autorizou débitos na sua conta. Sem uma autorização ativa, nada se cobra por débito direto."
      />
      {labels.dialog}
      {isConfirming && <HoldersDialog onClose={() => setIsConfirming(false)} />}
    </>
  )
}

const columns: ColumnSetup<'mandates'>[] = [
  { name: 'memberId', label: 'Nome', width: 12.5, preferredWidth: nameColumnWidth },
  { name: 'memberNumber', width: 7.5 },
  { name: 'state', width: 8 },
  { name: 'reference', width: 10 },
  { name: 'iban', width: 10 },
  { name: 'signedOn', width: 7.5 },
  { name: 'lastCollectedOn', width: 8 },
  { name: 'debtorName', width: 12, listed: false },
  { name: 'holderCheck', width: 11, listed: false },
]
const filters: FilterSetup<'mandates'>[] = [
  { field: 'state' },
  { field: 'holderCheck' },
  { field: 'signedOn' },
]
