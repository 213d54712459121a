import { toCents, formatNumber } from '@agremia/resources/rules/amount.ts'
import { use, useMemo } from 'react'
import { IconBellRinging, IconCash } from '@tabler/icons-react'
import { fillTerms, type Terminology } from '@agremia/resources/terminology.ts'
import { useMay, useTerminology } from '../../api/queries.ts'
import {
  type BulkAction,
  type CardSetup,
  type ChosenRecords,
  type ColumnSetup,
  reading,
  RecordList,
  type SelectionSum,
} from '../../resource/record-list.tsx'
import { MayEnterContext } from '../../ui/app-link.tsx'
import { useNavigate } from '../../ui/router.tsx'
import { GroupingLink, memberColumns, OwedAmount, StripCell, stripColumn } from './debt-columns.tsx'
import { owedFilter, useDebtFilters } from './debt-filters.ts'
import { useLabels } from '../labels/index.ts'
import { debtsOfPath, debtsPath, maxPayers, notifyPath, payPath } from '../../paths/dues.ts'
import type { CellProps } from '../../resource/list/reading.ts'
import type { ChosenDebts } from './notice-choice.ts'
import classes from './debt-columns.module.css'

/** Charges grouped by member, with the same filters as the list of charges. */
export default function DebtsByMember() {
  const terminology = useTerminology()
  const filters = useDebtFilters()
  const columns = useMemo(() => columnsFor(terminology), [terminology])
  const labels = useLabels('chargesByMember')
  const actions = [...useBulkActions(), ...labels.actions]
  return (
    <>
      <RecordList
        resource="chargesByMember"
        columns={columns}
        cardOf={card}
        filters={filters}
        defaultFilters={owedFilter}
        pathOf={debtsOfPath}
        actions={actions}
        selectionSum={openSum}
        toolbar={<GroupingLink to={debtsPath} label="Por dívida" />}
        searchPlaceholder={fillTerms('Nome ou número {do} {memberSingular}…', terminology)}
        purpose={fillTerms('Aqui está quanto cada {memberSingular} tem por pagar.', terminology)}
      />
      {labels.dialog}
    </>
  )
}

const openSum: SelectionSum<'chargesByMember'> = {
  field: 'openAmount',
  reads: ['openAmount'],
  centsOf: (record) => toCents(record.openAmount),
}

/** The id of a row is its member's id. */
function useBulkActions(): BulkAction[] {
  const navigate = useNavigate()
  const terminology = useTerminology()
  const mayPay = useMay('payments').create
  const mayNotify = use(MayEnterContext)(notifyPath(terminology))
  const pay = async ({ ids }: ChosenRecords<'chargesByMember'>) => {
    navigate(payPath(await ids()))
  }
  const notify = async ({ ids }: ChosenRecords<'chargesByMember'>) => {
    const state: ChosenDebts = { memberIds: await ids() }
    navigate(notifyPath(terminology), { state })
  }
  const all: (BulkAction | false)[] = [
    mayPay && {
      name: 'pay',
      label: 'Registar pagamento',
      icon: <IconCash {...icon} />,
      maxCount: maxPayers,
      run: (chosen) => void pay(chosen),
    },
    mayNotify && {
      name: 'notify',
      label: 'Notificar',
      icon: <IconBellRinging {...icon} />,
      run: (chosen) => void notify(chosen),
    },
  ]
  return all.filter((action) => action !== false)
}

const icon = { size: '1.125rem', stroke: 1.5, 'aria-hidden': true } as const

function OverdueCell({ record }: CellProps<'chargesByMember', 'overdueAmount'>) {
  return <OwedAmount value={record.overdueAmount} isLate />
}

function OpenCell({ record }: CellProps<'chargesByMember', 'openAmount'>) {
  return <OwedAmount value={record.openAmount} />
}

function columnsFor({ membershipPayments }: Terminology): ColumnSetup<'chargesByMember'>[] {
  return [
    ...memberColumns,
    { name: 'charges', width: 6 },
    { name: 'overdueAmount', width: 8, ...reading(['overdueAmount'], OverdueCell) },
    { name: 'openAmount', width: 8, ...reading(['openAmount'], OpenCell) },
    { name: 'oldestDue', width: 8 },
    stripColumn(membershipPayments),
  ]
}

const cardFields = [
  'charges',
  'memberId',
  'memberNumber',
  'oldestDue',
  'openAmount',
  'overdueAmount',
  'quotaStrip',
] as const

function MemberCard({ record }: CellProps<'chargesByMember', (typeof cardFields)[number]>) {
  const count = record.charges
  const isLate = toCents(record.overdueAmount) > 0
  return (
    <span className={classes.card}>
      <span className={classes.line}>
        <strong className="ellipsis">{record.memberLabel}</strong>
        <strong>
          <OwedAmount value={record.openAmount} isLate={isLate} />
        </strong>
      </span>
      <span className={classes.line}>
        <span className="ellipsis">
          {`n.º\u00A0${record.memberNumber} · ${formatNumber(count)} ${count === 1 ? 'dívida' : 'dívidas'}`}
        </span>
      </span>
      <span className={classes.line}>
        <StripCell record={record} />
      </span>
    </span>
  )
}

const card: CardSetup<'chargesByMember'> = { ...reading(cardFields, MemberCard), height: 6 }
