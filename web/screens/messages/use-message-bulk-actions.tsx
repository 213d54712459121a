import { type ReactNode, useState } from 'react'
import { IconPrinter, IconSend } from '@tabler/icons-react'
import { useResource } from '../../api/queries.ts'
import type { BulkAction, ChosenRecords } from '../../resource/record-list.tsx'
import { confirmDialog } from '../../ui/confirm-dialog.tsx'
import { decideHeld, messageCountText } from './held-messages.ts'
import { lazyDialog } from '../../ui/lazy-part.ts'

const LettersDialog = lazyDialog(() => import('./letters-dialog.tsx'))

/** The bulk actions on messages that are not declared, and their dialogs: releasing held ones, and printing letters. */
export function useMessageBulkActions(): { actions: BulkAction[]; dialogs: ReactNode } {
  const [printed, setPrinted] = useState<string[]>()
  const may = useResource('messages')?.actions.map(({ name }) => name) ?? []
  const all: (BulkAction | false)[] = [
    may.includes('resend') && {
      name: 'release',
      label: 'Libertar',
      icon: <IconSend {...icon} />,
      run: (chosen) => void release(chosen),
    },
    may.includes('markPrinted') && {
      name: 'print',
      label: 'Imprimir cartas',
      icon: <IconPrinter {...icon} />,
      run: (chosen) => void chosen.ids().then(setPrinted),
    },
  ]
  return {
    actions: all.filter((action) => action !== false),
    dialogs: printed && <LettersDialog selection={{ ids: printed }} onClose={() => setPrinted(undefined)} />,
  }
}

async function release(chosen: ChosenRecords<'messages'>): Promise<void> {
  const isSure = await confirmDialog({
    title: `Libertar ${messageCountText(chosen.count)}?`,
    message: 'Saem as que estão retidas; as outras ficam como estão.',
    confirmLabel: 'Libertar',
    cancelLabel: 'Voltar',
  })
  if (isSure && (await decideHeld('release', { ids: await chosen.ids() }))) chosen.clear()
}

const icon = { size: '1.125rem', stroke: 1.5, 'aria-hidden': true } as const
