import { IconUserStar } from '@tabler/icons-react'
import { useMay } from '../../api/queries.ts'
import { choiceText } from '../../fields/texts.ts'
import { collectorsPath, newRoundPath } from '../../paths/rounds.ts'
import type { CellProps } from '../../resource/list/reading.ts'
import { type CardSetup, type FilterSetup, reading, RecordList } from '../../resource/record-list.tsx'
import { useFields } from '../../api/queries.ts'
import { euros } from '../../ui/euros.tsx'
import { CommandButton } from '../../ui/command-button.tsx'
import classes from '../../ui/row-card.module.css'
import { roundColumns } from './round-columns.ts'

/** The rounds of all collectors, the newest first. */
export default function RoundsList() {
  return (
    <RecordList
      resource="rounds"
      columns={roundColumns}
      cardOf={card}
      filters={filters}
      newPath={newRoundPath}
      toolbar={<CollectorsLink />}
      searchPlaceholder="Número da ronda…"
      purpose="Aqui ficam as rondas dos cobradores: o que levam para cobrar, o que trazem e a sua comissão."
    />
  )
}

function CollectorsLink() {
  if (!useMay('collectors').list) return null
  return <CommandButton icon={IconUserStar} label="Cobradores" to={collectorsPath} />
}

const filters: FilterSetup<'rounds'>[] = [
  { field: 'state' },
  { field: 'collectorId' },
  { field: 'settledOn', label: 'Contas' },
  { field: 'commissionStatus', label: 'Comissão' },
]

const cardFields = ['number', 'collectorId', 'state', 'collectedAmount', 'expectedAmount'] as const
const card: CardSetup<'rounds'> = { ...reading(cardFields, RoundCard), height: 4.25 }

function RoundCard({ record }: CellProps<'rounds', (typeof cardFields)[number]>) {
  const state = useFields('rounds')?.state
  return (
    <span className={classes.card}>
      <span className={classes.line}>
        <strong className={classes.name}>{record.collectorLabel}</strong>
        <span className={classes.amount}>{euros(record.collectedAmount)}</span>
      </span>
      <span className={classes.facts}>
        {[record.number, state && choiceText(record.state, state), `de ${euros(record.expectedAmount)}`]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </span>
  )
}
