import { Suspense, useState } from 'react'
import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { counted } from '@agremia/resources/rules/plural.ts'
import { useQuery } from '@tanstack/react-query'
import { useMay } from '../../api/queries.ts'
import { lettersQuery } from './letters-query.ts'
import { lazyPart } from '../../ui/lazy-part.ts'

const LettersDialog = lazyPart(() => import('./letters-dialog.tsx'))

/** The way to print the letters that wait; nothing while none does. `isShort` where there is little room. */
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
          <LettersDialog which={{ all: true }} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}
