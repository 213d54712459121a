import { type ReactNode, Suspense, useState } from 'react'
import { IconPrinter, IconRefresh, IconSend, IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useResource } from '../../api/queries.ts'
import type { BulkAction, ChosenRecords } from '../../resource/record-list.tsx'
import { confirmDialog } from '../../ui/confirm-dialog.tsx'
import { decideHeld, messageCountText } from './held-messages.ts'
import { BulkTaskDialog } from '../../resource/bulk-task.tsx'
import { startBulkAction } from '../../resource/start-bulk-action.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { toastError } from '../../resource/toast-error.ts'

const LettersDialog = lazyPart(() => import('./letters-dialog.tsx'))

/** An action that a bulk task runs on each message. */
type BulkMessageAction = 'resend' | 'cancel'

const actionTexts = {
  resend: {
    title: 'Enviar de novo',
    message: 'As que já chegaram vão outra vez; as que estão a sair neste momento não são tocadas.',
  },
  cancel: { title: 'Cancelar', message: 'As que já saíram não voltam atrás; as outras deixam de sair.' },
} as const

interface StartedTask {
  id: string
  title: string
  chosen: ChosenRecords
}

/** The bulk actions that the role may run on messages, and their dialogs. Each action asks for confirmation. */
export function useMessageBulkActions(): { actions: BulkAction[]; dialogs: ReactNode } {
  const [started, setStarted] = useState<StartedTask>()
  const [printed, setPrinted] = useState<string[]>()
  const actions = useBulkActions(setStarted, (ids) => setPrinted(ids))
  return {
    actions,
    dialogs: (
      <>
        {printed && (
          <Suspense fallback={null}>
            <LettersDialog selection={{ ids: printed }} onClose={() => setPrinted(undefined)} />
          </Suspense>
        )}
        {started && (
          <BulkTaskDialog
            id={started.id}
            title={started.title}
            changes={['messages']}
            onClose={() => {
              started.chosen.clear()
              setStarted(undefined)
            }}
          />
        )}
      </>
    ),
  }
}

function useBulkActions(
  onStart: (started: StartedTask) => void,
  onPrint: (ids: string[]) => void,
): BulkAction[] {
  const client = useQueryClient()
  const may = useResource('messages')?.actions.map(({ name }) => name) ?? []

  async function start(action: BulkMessageAction, chosen: ChosenRecords) {
    const { title, message } = actionTexts[action]
    if (!(await confirmMany(title, chosen, message))) return
    const request = {
      title: `${title} ${messageCountText(chosen.count)}`,
      resource: 'messages',
      action,
      input: {},
    }
    try {
      onStart({ id: await startBulkAction(request, chosen), title: request.title, chosen })
    } catch (error) {
      toastError(error)
    }
  }

  async function release(chosen: ChosenRecords) {
    const message = 'Saem as que estão retidas; as outras ficam como estão.'
    if (!(await confirmMany('Libertar', chosen, message))) return
    if (await decideHeld(client, 'release', { ids: await chosen.ids() })) chosen.clear()
  }

  const releaseAction = { name: 'release', label: 'Libertar', icon: <IconSend {...icon} />, run: release }
  const printAction = {
    name: 'print',
    label: 'Imprimir cartas',
    icon: <IconPrinter {...icon} />,
    run: (chosen: ChosenRecords) => void chosen.ids().then(onPrint),
  }
  return [
    ...(may.includes('resend') ? [releaseAction] : []),
    ...(may.includes('markPrinted') ? [printAction] : []),
    ...bulkActions
      .filter(({ name }) => may.includes(name))
      .map((action) => ({ ...action, run: (chosen: ChosenRecords) => void start(action.name, chosen) })),
  ]
}

function confirmMany(verb: string, { count }: ChosenRecords, message: string): Promise<boolean> {
  return confirmDialog({
    title: `${verb} ${messageCountText(count)}?`,
    message,
    confirmLabel: verb,
    cancelLabel: 'Voltar',
  })
}

const icon = { size: '1.125rem', stroke: 1.5, 'aria-hidden': true } as const
const bulkActions = [
  { name: 'resend', label: actionTexts.resend.title, icon: <IconRefresh {...icon} /> },
  { name: 'cancel', label: actionTexts.cancel.title, icon: <IconX {...icon} /> },
] as const
