import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { Group } from '@mantine/core'
import { IconDeviceMobile } from '@tabler/icons-react'
import { useMemo } from 'react'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import { routeOfRoundPath } from '../../paths/rounds.ts'
import { useMemberPaths } from '../../paths/use-member-paths.ts'
import { RecordActions } from '../../resource/actions/record-actions.tsx'
import { type ColumnSetup, EmbeddedList, type FilterSetup } from '../../resource/record-list.tsx'
import {
  formTab,
  historyTab,
  RecordPage,
  type RecordPageTab,
  type RecordPart,
} from '../../resource/record-page.tsx'
import { euros } from '../../ui/euros.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { CommandButton } from '../../ui/command-button.tsx'
import { RoundDocuments } from './round-documents.tsx'
import { settleSetup } from './settle-setup.tsx'

/** The page of a round for the office: its visits, its settlement and its papers. */
export default function RoundPage() {
  return <RecordPage resource="rounds" tabs={tabs} head={roundHead} />
}

const tabs: RecordPageTab<'rounds'>[] = [
  { name: 'visitas', label: 'Visitas', panel: ({ record }) => <Visits round={record} /> },
  formTab,
  historyTab,
]

const columns: ColumnSetup<'roundVisits'>[] = [
  { name: 'place', label: 'Ordem', width: 5 },
  { name: 'memberId', width: 12, preferredWidth: 16 },
  { name: 'address', width: 12, preferredWidth: 18 },
  { name: 'postalCode', width: 7 },
  { name: 'amount', width: 6.5 },
  { name: 'outcome', width: 9 },
  { name: 'collectedAmount', width: 6.5 },
  { name: 'note', width: 9 },
  { name: 'paymentId', width: 8.5 },
]
const filters: FilterSetup<'roundVisits'>[] = [{ field: 'outcome' }]

function Visits({ round }: { round: ResourceRecord<'rounds'> }) {
  const { _id: roundId } = round
  const where = useMemo(() => ({ roundId }), [roundId])
  const { record: pathOf } = useMemberPaths()
  return (
    <EmbeddedList
      resource="roundVisits"
      where={where}
      pathOf={pathOf}
      pathBy="memberId"
      columns={columns}
      filters={filters}
      toolbar={<RoundDocuments round={round} />}
      searchPlaceholder="Nome ou número…"
    />
  )
}

function roundHead(part: RecordPart<'rounds'>) {
  const { record, fields } = part
  const state = fields.state?.options?.find(({ value }) => value === record.state)
  const status = fields.commissionStatus?.options?.find(({ value }) => value === record.commissionStatus)
  return {
    title: `Ronda ${record.number}`,
    subtitle: record.collectorLabel ?? '',
    state: state && <StateBadge tone={state.tone} label={state.label} />,
    action: <Actions {...part} />,
    facts: (
      <Facts>
        <Fact
          label="A cobrar"
          value={euros(record.expectedAmount)}
          note={`até ${formatDate(record.dueUntil)}`}
        />
        <Fact
          label="Cobrado"
          value={euros(record.collectedAmount)}
          note={`${record.successRate} % do total`}
        />
        <Fact label="Visitas" value={`${record.visited} de ${record.visits}`} />
        {record.deliveredAmount !== null && (
          <Fact
            label="Entregue"
            value={euros(record.deliveredAmount)}
            note={record.difference === 0 ? undefined : `diferença de ${euros(record.difference)}`}
          />
        )}
        {record.commissionStatus !== 'none' && (
          <Fact label="Comissão" value={euros(record.commission)} note={status?.label.toLowerCase()} />
        )}
        {typeof record.problem === 'string' && <Fact label="O que falhou" value={record.problem} />}
      </Facts>
    ),
  }
}

function Actions({ record, descriptor, fields }: RecordPart<'rounds'>) {
  return (
    <Group gap="0.625rem">
      {['out', 'failed'].includes(record.state) && (
        <CommandButton icon={IconDeviceMobile} label="Percurso" to={routeOfRoundPath(record._id)} />
      )}
      <RecordActions
        record={record}
        descriptor={descriptor}
        fields={fields}
        first="settle"
        setups={{ settle: settleSetup(record) }}
      />
    </Group>
  )
}
