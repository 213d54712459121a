import { Suspense, useState, type ReactNode } from 'react'
import { IconPrinter, IconRefresh, IconSend, IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useResource } from '../../api/queries.ts'
import type { BulkAction, ChosenRecords } from '../../resource/record-list.tsx'
import { confirmDialog } from '../../ui/confirm-dialog.tsx'
import { settleHeld } from './held-messages.ts'
import { manyMessages } from './many-messages.ts'
import { isApiError } from '../../api/client.ts'
import { BulkTaskDialog } from '../../resource/bulk-task.tsx'
import { startBulkAction } from '../../resource/start-bulk-action.ts'
import { toast } from '../../ui/toasts.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'

const LettersDialog = lazyPart(() => import('./letters-dialog.tsx'))

/** What is done to many messages, one by one. */
type BulkDeed = 'resend' | 'cancel'

const deedWords = {
  resend: {
    title: 'Enviar de novo',
    message: 'As que já chegaram vão outra vez; as que estão a sair neste momento não são tocadas.',
  },
  cancel: { title: 'Cancelar', message: 'As que já saíram não voltam atrás; as outras deixam de sair.' },
} as const

interface Begun {
  id: string
  title: string
  chosen: ChosenRecords
}

/** What the person's role may do to many messages at once, each after asking, and the dialogs of it. */
export function useMessageDeeds(): { actions: BulkAction[]; dialogs: ReactNode } {
  const [begun, setBegun] = useState<Begun>()
  const [printed, setPrinted] = useState<string[]>()
  const actions = useBulkActions(setBegun, (ids) => setPrinted(ids))
  return {
    actions,
    dialogs: (
      <>
        {printed && (
          <Suspense fallback={null}>
            <LettersDialog which={{ ids: printed }} onClose={() => setPrinted(undefined)} />
          </Suspense>
        )}
        {begun && (
          <BulkTaskDialog
            id={begun.id}
            title={begun.title}
            changes={['messages']}
            onClose={() => {
              begun.chosen.clear()
              setBegun(undefined)
            }}
          />
        )}
      </>
    ),
  }
}

function useBulkActions(onBegin: (begun: Begun) => void, onPrint: (ids: string[]) => void): BulkAction[] {
  const client = useQueryClient()
  const may = useResource('messages')?.actions.map(({ name }) => name) ?? []

  async function ask(deed: BulkDeed, chosen: ChosenRecords) {
    const { title, message } = deedWords[deed]
    if (!(await confirmMany(title, chosen, message))) return
    const asked = {
      title: `${title} ${manyMessages(chosen.count)}`,
      resource: 'messages',
      action: deed,
      input: {},
    }
    try {
      onBegin({ id: await startBulkAction(asked, chosen), title: asked.title, chosen })
    } catch (error) {
      toast(isApiError(error) ? error.message : 'Não foi possível concluir o pedido.', { tone: 'error' })
    }
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
