import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMay } from '../../api/queries.ts'
import { formatCount } from '../../ui/format-count.ts'
import { waitingCardsQuery } from './to-print.ts'

/** Prints the waiting cards; hidden if there are none. */
export function PrintButton({ onPrint }: { onPrint: () => void }) {
  const mayPrint = useMay('printBatches').create
  const waiting = useQuery({ ...waitingCardsQuery, enabled: mayPrint })
  const count = waiting.data?.meta.total ?? 0
  if (!mayPrint || count === 0) return null
  return (
    <Button
      variant="default"
      leftSection={<IconPrinter size="1.125rem" stroke={1.5} aria-hidden />}
      onClick={onPrint}
    >
      Imprimir {formatCount(count)}
    </Button>
  )
}
