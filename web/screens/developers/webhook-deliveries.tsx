import { IconRefresh } from '@tabler/icons-react'
import { counted } from '@agremia/resources/rules/plural.ts'
import { Suspense, useMemo, useState } from 'react'
import {
  EmbeddedList,
  reading,
  type BulkAction,
  type ChosenRecords,
  type ColumnSetup,
  type FilterSetup,
} from '../../resource/record-list.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { WrittenCell } from '../messages/index.ts'

const BulkActionDialog = lazyPart(() => import('../../resource/bulk-action-dialog.tsx'))

/** The log of a webhook; chosen deliveries can be sent again. */
export function WebhookDeliveries({ webhookId }: { webhookId: string }) {
  const where = useMemo(() => ({ webhookId }), [webhookId])
  const [chosen, setChosen] = useState<ChosenRecords>()
  const actions = useMemo<BulkAction[]>(
    () => [
      {
        name: 'redeliver',
        label: 'Voltar a enviar',
        icon: <IconRefresh size="1.125rem" stroke={1.5} aria-hidden />,
        run: setChosen,
      },
    ],
    [],
  )
  return (
    <>
      <EmbeddedList
        resource="webhookDeliveries"
        where={where}
        columns={columns}
        filters={filters}
        actions={actions}
        purpose="Cada acontecimento que se envia fica aqui 30 dias, com as respostas do destino e sem os dados que levou."
      />
      {chosen && (
        <Suspense fallback={null}>
          <BulkActionDialog
            resource="webhookDeliveries"
            action="redeliver"
            title={`Voltar a enviar ${counted(chosen.count, 'entrega', 'entregas')}`}
            intro="Vão com o mesmo id e com os dados que os registos têm agora."
            chosen={chosen}
            onClose={() => setChosen(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}

const columns: ColumnSetup[] = [
  { name: 'event', width: 14 },
  { name: 'state', width: 8 },
  { name: 'created_at', label: 'Quando', width: 9.5, ...reading([], WrittenCell) },
  { name: 'attempts', width: 6 },
  { name: 'status', width: 6 },
  { name: 'problem', width: 16 },
  { name: 'dueAt', width: 9.5, listed: false },
  { name: 'action', width: 8, listed: false },
  { name: 'recordId', width: 18, listed: false },
  { name: 'webhookId', listed: false },
]

const filters: FilterSetup[] = [{ field: 'state' }, { field: 'created_at', label: 'Quando' }]
