import { formatNumber } from '@agremia/resources/rules/amount.ts'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { CardSet } from '@agremia/resources/definitions/print-batches.ts'
import { listQuery, useMay } from '../../api/queries.ts'
import { CommandButton } from '../../ui/command-button.tsx'

/** Prints the waiting cards; hidden if there are none. */
export function PrintButton({ onPrint }: { onPrint: () => void }) {
  const mayPrint = useMay('printBatches').create
  const waiting = useQuery({ ...waitingCardsQuery, enabled: mayPrint })
  const count = waiting.data?.meta.total ?? 0
  if (!mayPrint || count === 0) return null
  return <CommandButton icon={IconPrinter} label={`Imprimir ${formatNumber(count)}`} onClick={onPrint} />
}

/** The cards to print: all waiting ones, or a selection. */
export interface ToPrint {
  cardSet: Extract<CardSet, 'por-imprimir' | 'selecao'>
  /** Only with `selecao`. */
  chosen?: { ids: string[] } | { query: Record<string, string[]> }
  /** The number of selected cards. */
  count?: number
  /** Clears the selection; called when the batch was created. */
  clear?: () => void
}

/** Counts the cards that wait to be printed. */
export const waitingCardsQuery = listQuery('membershipCards', { limit: 1, where: { status: 'toPrint' } })
