import { Suspense, useState, type ReactNode } from 'react'
import { IconPrinter, IconRefresh, IconSend, IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useResource } from '../../api/queries.ts'
import type { BulkAction, ChosenRecords } from '../../resource/record-list.tsx'
import { confirmDialog } from '../../ui/confirm-dialog.ts'
import { BulkMessages, deedWords, type BulkDeed } from './bulk-messages.tsx'
import { settleHeld } from './held-messages.ts'
import { manyMessages } from './many-messages.ts'
import { lazyPart } from '../../ui/lazy-part.ts'

const LettersDialog = lazyPart(() => import('./letters-dialog.tsx'))

/** What the person's role may do to many messages at once, each after asking, and the dialogs of it. */
export function useMessageDeeds(): { actions: BulkAction[]; dialogs: ReactNode } {
  const [doing, setDoing] = useState<{ deed: BulkDeed; chosen: ChosenRecords }>()
  const [printed, setPrinted] = useState<string[]>()
  const actions = useBulkActions(
    (deed, chosen) => setDoing({ deed, chosen }),
    (ids) => setPrinted(ids),
  )
  return {
    actions,
    dialogs: (
      <>
        {printed && (
          <Suspense fallback={null}>
            <LettersDialog which={{ ids: printed }} onClose={() => setPrinted(undefined)} />
          </Suspense>
        )}
        {doing && <BulkMessages {...doing} onClose={() => setDoing(undefined)} />}
      </>
    ),
  }
}

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
