import { useLocation } from 'react-router'
import { AppLink } from '../../ui/app-link.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { formatCount } from '../../ui/format-count.ts'
import type { Batch } from './batch-progress.tsx'
import { countsOf, type SendingCounts } from './sending-counts.ts'

/** Message counts of a batch by state; each links to the filtered list below. */
export function BatchCounts({ batch }: { batch: Batch }) {
  const { pathname } = useLocation()
  const counts = countsOf(batch)
  return (
    <Facts>
      <Fact label="Pessoas" value={formatCount(batch.total)} />
      {outcomes
        .filter(({ of, isAlways }) => isAlways || counts[of] > 0)
        .map(({ of, label, states }) => (
          <Fact
            key={of}
            label={label}
            value={
              counts[of] === 0 ? (
                '0'
              ) : (
                <AppLink to={`${pathname}?${states}`}>{formatCount(counts[of])}</AppLink>
              )
            }
          />
        ))}
      <Fact label="Excluídas" value={formatCount(batch.leftOut)} />
    </Facts>
  )
}

interface OutcomeOfMessages {
  of: keyof SendingCounts
  label: string
  /** Query string that filters the list to these messages. */
  states: string
  isAlways?: boolean
}

const outcomes: readonly OutcomeOfMessages[] = [
  { of: 'messages', label: 'Mensagens', states: 'todos=sim', isAlways: true },
  { of: 'sent', label: 'Enviadas', states: 'state=sent', isAlways: true },
  { of: 'waiting', label: 'Em fila', states: 'state=queued&state=sending' },
  { of: 'held', label: 'Retidas', states: 'state=held&channel=email&channel=sms' },
  { of: 'toPrint', label: 'Por imprimir', states: 'state=held&channel=letter' },
  { of: 'failed', label: 'Falhadas', states: 'state=failed&state=doubtful', isAlways: true },
  { of: 'cancelled', label: 'Canceladas', states: 'state=cancelled' },
]
