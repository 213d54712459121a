import { useMemo } from 'react'
import { IconBellRinging, IconCash } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { fillTerms, type Terminology } from '@agremia/resources/terminology.ts'
import { useMay, useTerminology } from '../../api/queries.ts'
import {
  reading,
  RecordList,
  type BulkAction,
  type CardSetup,
  type ChosenRecords,
  type ColumnSetup,
  type SelectionSum,
} from '../../resource/record-list.tsx'
import { formatCount } from '../../ui/format-count.ts'
import { centsOf, OwedAmount, StripCell } from './debt-cells.tsx'
import { stripColumn, whoseColumns } from './debt-columns.ts'
import { owed, useDebtFilters } from './debt-filters.ts'
import { debtsOfPath, debtsPath, mostPayers, notifyPath, payPath } from '../../paths/dues.ts'
import { GroupingLink } from './grouping-link.tsx'
import type { Reads } from '../../resource/list/reading.ts'
import type { NotifyArrival } from './use-notify.ts'
import classes from './debt-cells.module.css'

/** What is owed, one row for each member, with the filters of the list of debts. */
export default function DebtsByMember() {
  const terminology = useTerminology()
  const filters = useDebtFilters()
  const columns = useMemo(() => columnsFor(terminology), [terminology])
  return (
    <RecordList
      resource="chargesByMember"
      columns={columns}
      cardOf={card}
      filters={filters}
      defaultFilters={owed}
      pathOf={debtsOfPath}
      actions={useBulkActions()}
      selectionSum={openSum}
      toolbar={<GroupingLink to={debtsPath} label="Uma a uma" />}
      searchPlaceholder={fillTerms('Nome ou número {do} {memberSingular}…', terminology)}
      purpose={fillTerms('Aqui está quanto cada {memberSingular} tem por pagar.', terminology)}
    />
  )
}

const openSum: SelectionSum = {
  field: 'openAmount',
  reads: ['openAmount'],
  centsOf: (record) => centsOf(record.openAmount),
}

/** A row's id is its member's. */
function useBulkActions(): BulkAction[] {
  const navigate = useNavigate()
  const terminology = useTerminology()
  const mayPay = useMay('payments').create
  const pay = async ({ ids }: ChosenRecords) => {
    await navigate(payPath(await ids()))
  }
  const notify = async ({ ids }: ChosenRecords) => {
    const state: NotifyArrival = { memberIds: await ids() }
    await navigate(notifyPath(terminology), { state })
  }
  const all: (BulkAction | false)[] = [
    mayPay && {
      name: 'pay',
      label: 'Registar pagamento',
      icon: <IconCash {...icon} />,
      most: mostPayers,
      run: (chosen) => void pay(chosen),
    },
    {
      name: 'notify',
      label: 'Notificar',
      icon: <IconBellRinging {...icon} />,
      run: (chosen) => void notify(chosen),
    },
  ]
  return all.filter((action) => action !== false)
}

const icon = { size: '1.125rem', stroke: 1.5, 'aria-hidden': true } as const

function OverdueCell({ record }: { record: Reads<'overdueAmount'> }) {
  return <OwedAmount value={record.overdueAmount} isLate />
}

function OpenCell({ record }: { record: Reads<'openAmount'> }) {
  return <OwedAmount value={record.openAmount} />
}

function columnsFor({ membershipPayments }: Terminology): ColumnSetup[] {
  return [
    ...whoseColumns,
    { name: 'charges', width: 6 },
    { name: 'overdueAmount', width: 8, ...reading(['overdueAmount'], OverdueCell) },
    { name: 'openAmount', width: 8, ...reading(['openAmount'], OpenCell) },
    { name: 'oldestDue', width: 8 },
    stripColumn(membershipPayments),
  ]
}

const onCards = [
  'charges',
  'memberId',
  'memberNumber',
  'oldestDue',
  'openAmount',
  'overdueAmount',
  'quotaStrip',
] as const

function MemberCard({ record }: { record: Reads<(typeof onCards)[number]> }) {
  const count = Number(record.charges)
  const isLate = centsOf(record.overdueAmount) > 0
  return (
    <span className={classes.card}>
      <span className={classes.line}>
        <strong className={classes.name}>{String(record.memberLabel)}</strong>
        <strong>
          <OwedAmount value={record.openAmount} isLate={isLate} />
        </strong>
      </span>
      <span className={classes.line}>
        <span className={classes.name}>
          {`n.º\u00A0${String(record.memberNumber)} · ${formatCount(count)} ${count === 1 ? 'dívida' : 'dívidas'}`}
        </span>
      </span>
      <span className={classes.line}>
        <StripCell record={record} />
      </span>
    </span>
  )
}

const card: CardSetup = { ...reading(onCards, MemberCard), height: 6 }
