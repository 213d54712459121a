import { Suspense, useState } from 'react'
import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { counted } from '@agremia/resources/rules/plural.ts'
import { keys, useMay } from '../../api/queries.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { api } from '../../api/client.ts'
import { requireAnswer } from '../../api/query-client.ts'
import type { Held } from './held-query.ts'

const LettersDialog = lazyPart(() => import('./letters-dialog.tsx'))

/** A button to print the letters to be printed; hidden when there are none. `isShort` shortens the label. */
export function LettersButton({ isShort = false }: { isShort?: boolean }) {
  const [opened, setOpened] = useState(false)
  const maySend = useMay('messageBatches').create
  const count = useQuery({ ...lettersQuery, enabled: maySend }).data?.count ?? 0
  const letters = counted(count, 'carta', 'cartas')
  const label = `Imprimir ${letters}`
  return (
    <>
      {maySend && count > 0 && (
        <Button
          variant="default"
          {...(isShort
            ? { 'aria-label': label, 'data-hint': label }
            : { leftSection: <IconPrinter size="1.125rem" stroke={1.5} aria-hidden /> })}
          onClick={() => setOpened(true)}
        >
          {isShort ? letters : label}
        </Button>
      )}
      {opened && (
        <Suspense fallback={null}>
          <LettersDialog selection={{ all: true }} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}

/** The number of letters to be printed. Its key begins like the lists of messages, so that changes of messages invalidate it. */
const lettersQuery = queryOptions({
  queryKey: [...keys.lists('messages'), 'letters'],
  queryFn: async () => requireAnswer(await api.get<{ data: Held }>('messages/letters')).data,
})
