import { lazy, Suspense, useState } from 'react'
import { Button } from '@mantine/core'
import { IconPrinter, IconRefresh, IconSend, IconUsers, IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useResource } from '../../api/queries.ts'
import {
  RecordList,
  type BulkAction,
  type CardSetup,
  type ChosenRecords,
  type ColumnSetup,
  type FilterSetup,
} from '../../resource/record-list.tsx'
import { confirmDialog } from '../../ui/confirm-dialog.ts'
import { PageAction } from '../../ui/page-action.tsx'
import { BulkMessages, deedWords, type BulkDeed } from './bulk-messages.tsx'
import { settleHeld } from './held-messages.ts'
import { LettersButton } from './letters-button.tsx'
import { manyMessages } from './many-messages.ts'
import { MessageCard, WrittenCell } from './message-cells.tsx'
import { batchesPath, messagePath, newMessagePath } from './message-paths.ts'

const LettersDialog = lazy(() => import('./letters-dialog.tsx'))

/** The outbox: what left, what waits, what could not be delivered. It follows the sending as it happens. */
export default function MessagesList() {
  const [doing, setDoing] = useState<{ deed: BulkDeed; chosen: ChosenRecords }>()
  const [printed, setPrinted] = useState<string[]>()
  const actions = useBulkActions(
    (deed, chosen) => setDoing({ deed, chosen }),
    (ids) => setPrinted(ids),
  )
  return (
    <>
      <RecordList
        resource="messages"
        columns={columns}
        cardOf={card}
        filters={filters}
        pathOf={messagePath}
        action={<PageAction label="Nova mensagem" to={newMessagePath} />}
        toolbar={
          <>
            <LettersButton isShort />
            <BatchesLink />
          </>
        }
        actions={actions}
        searchPlaceholder="Nome, destino, assunto…"
        purpose="Aqui fica cada mensagem que sai do programa: para quem foi, o que dizia e se chegou."
      />
      {printed && (
        <Suspense fallback={null}>
          <LettersDialog which={{ ids: printed }} onClose={() => setPrinted(undefined)} />
        </Suspense>
      )}
      {doing && <BulkMessages {...doing} onClose={() => setDoing(undefined)} />}
    </>
  )
}

function BatchesLink() {
  return (
    <Button
      component={Link}
      to={batchesPath}
      variant="default"
      leftSection={<IconUsers size="1.125rem" stroke={1.5} aria-hidden />}
    >
      Envios
    </Button>
  )
}

/** What the person's role may do to many at once. Each asks first. */
function useBulkActions(
  onDo: (deed: BulkDeed, chosen: ChosenRecords) => void,
  onPrint: (ids: string[]) => void,
): BulkAction[] {
  const client = useQueryClient()
  const may = useResource('messages')?.actions.map(({ name }) => name) ?? []

  async function ask(deed: BulkDeed, chosen: ChosenRecords) {
    const { title, message } = deedWords[deed]
    if (await confirmMany(title, chosen, message)) onDo(deed, chosen)
  }

  async function release(chosen: ChosenRecords) {
    const message = 'Saem as que estão retidas; as outras ficam como estão.'
    if (!(await confirmMany('Libertar', chosen, message))) return
    if (await settleHeld(client, 'release', { ids: await chosen.ids() })) chosen.clear()
  }

  const released = { name: 'release', label: 'Libertar', icon: <IconSend {...icon} />, run: release }
  const printed = {
    name: 'print',
    label: 'Imprimir cartas',
    icon: <IconPrinter {...icon} />,
    run: (chosen: ChosenRecords) => void chosen.ids().then(onPrint),
  }
  return [
    ...(may.includes('resend') ? [released] : []),
    ...(may.includes('markPrinted') ? [printed] : []),
    ...deeds
      .filter(({ name }) => may.includes(name))
      .map((deed) => ({ ...deed, run: (chosen: ChosenRecords) => void ask(deed.name, chosen) })),
  ]
}

function confirmMany(verb: string, { count }: ChosenRecords, message: string): Promise<boolean> {
  return confirmDialog({
    title: `${verb} ${manyMessages(count)}?`,
    message,
    confirmLabel: verb,
    cancelLabel: 'Voltar',
  })
}

const icon = { size: '1.125rem', stroke: 1.5, 'aria-hidden': true } as const
const deeds = [
  { name: 'resend', label: deedWords.resend.title, icon: <IconRefresh {...icon} /> },
  { name: 'cancel', label: deedWords.cancel.title, icon: <IconX {...icon} /> },
] as const

const columns: ColumnSetup[] = [
  { name: 'state', width: 8 },
  { name: 'recipientName', width: 12.5 },
  { name: 'subject', width: 16 },
  { name: 'channel', width: 5 },
  { name: 'cause', width: 10.5 },
  { name: 'created_at', label: 'Escrita em', width: 8.75, Cell: WrittenCell },
  { name: 'sentAt', width: 8.75 },
  { name: 'recipient', width: 13 },
]

const filters: FilterSetup[] = [
  { field: 'state' },
  { field: 'channel' },
  { field: 'cause' },
  { field: 'created_at' },
]

const card: CardSetup = { Card: MessageCard, height: 5.25 }
