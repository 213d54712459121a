import { useState } from 'react'
import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { counted } from '@agremia/resources/rules/plural.ts'
import { keys, listQuery, useMay } from '../../api/queries.ts'
import { lazyDialog } from '../../ui/lazy-part.ts'
import { api } from '../../api/client.ts'
import { requireAnswer } from '../../api/query-client.ts'
import type { Held } from './held-query.ts'

const LettersDialog = lazyDialog(() => import('./letters-dialog.tsx'))

interface LettersButtonProps {
  /** Shortens the label. */
  isShort?: boolean
  /** Only the letters of this bulk action: the purpose of the page. */
  bulkActionId?: string
}

/** A button to print the letters to be printed; hidden when there are none. */
export function LettersButton({ isShort = false, bulkActionId }: LettersButtonProps) {
  const [opened, setOpened] = useState(false)
  const maySend = useMay('messageBatches').create
  const all = useQuery({ ...lettersQuery, enabled: maySend && bulkActionId === undefined })
  const own = useQuery({ ...lettersOf(bulkActionId ?? '', 'toPrint'), enabled: bulkActionId !== undefined })
  const count = (bulkActionId === undefined ? all.data?.count : own.data?.meta.total) ?? 0
  const letters = counted(count, 'carta', 'cartas')
  const label = `Imprimir ${letters}`
  return (
    <>
      {maySend && count > 0 && (
        <Button
          variant={bulkActionId === undefined ? 'default' : 'filled'}
          leftSection={<IconPrinter size="1.125rem" stroke={1.5} aria-hidden />}
          {...(isShort && { 'aria-label': label, 'data-hint': label })}
          onClick={() => setOpened(true)}
        >
          {isShort ? letters : label}
        </Button>
      )}
      {opened && (
        <LettersDialog
          selection={bulkActionId === undefined ? { all: true } : { bulkActionId }}
          onClose={() => setOpened(false)}
        />
      )}
    </>
  )
}

/** The letters of a bulk action, or those in a state. */
export function lettersOf(bulkActionId: string, state?: 'toPrint' | 'sent') {
  return listQuery('messages', { where: { bulkActionId, channel: 'letter', state }, limit: 1 })
}

/** The number of letters to be printed. Its key begins like the lists of messages, so that changes of messages invalidate it. */
const lettersQuery = queryOptions({
  queryKey: [...keys.lists('messages'), 'letters'],
  queryFn: async () => requireAnswer(await api.get<{ data: Held }>('messages/letters')).data,
})
