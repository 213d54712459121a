import { Suspense, useMemo, useState } from 'react'
import { Button } from '@mantine/core'
import {
  IconArrowBackUp,
  IconBellRinging,
  IconCash,
  IconDiscountOff,
  IconPencil,
  IconX,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { useResource, useTerminology } from '../../api/queries.ts'
import {
  reading,
  RecordList,
  type BulkAction,
  type CardSetup,
  type ChosenRecords,
  type ColumnSetup,
  type Filters,
  type SelectionSum,
} from '../../resource/record-list.tsx'
import type { BulkChargesDeed } from './bulk-charges.tsx'
import { owed, showsEnded, useDebtFilters } from './debt-filters.ts'
import { centsOf, DebtCard, DueCell, isOpen, onCards, OpenAmountCell } from './debt-cells.tsx'
import { stripColumn, whoseColumns } from './debt-columns.ts'
import { debtsByMemberPath, debtsOfPath, notifyPath } from '../../paths/dues.ts'
import { GroupingLink } from './grouping-link.tsx'
import { mostPaid, usePayChosen } from './use-pay-chosen.ts'
import { GenerateLink } from './generate-link.tsx'
import { useWriteTo } from './payment-messages/use-write-to.ts'
import { useNotify } from './use-notify.ts'
import { lazyPart } from '../../ui/lazy-part.ts'

const BulkCharges = lazyPart(() => import('./bulk-charges.tsx'))

/** All that is owed, and with other filters all that ever was. */
export default function DebtsList() {
  const [asked, setAsked] = useState<{ deed: BulkChargesDeed; chosen: ChosenRecords }>()
  const actions = useBulkActions((deed, chosen) => setAsked({ deed, chosen }))
  const filters = useDebtFilters()
  const terminology = useTerminology()
  const columns = useMemo(() => columnsFor(terminology.membershipPayments), [terminology])
  return (
    <>
      <RecordList
        resource="unsettledPayments"
        columns={columns}
        cardOf={card}
        filters={filters}
        defaultFilters={owed}
        pathOf={debtsOfPath}
        pathBy="memberId"
        actions={actions}
        selectionSum={openSum}
        toolbar={
          <>
            <GroupingLink to={debtsByMemberPath} label={fillTerms('Por {memberSingular}', terminology)} />
            <NotifyLink />
          </>
        }
        firstAction={<GenerateLink />}
        searchPlaceholder={fillTerms('Nome ou número {do} {memberSingular}…', terminology)}
        purpose={fillTerms(
          'Aqui está o que cada {memberSingular} tem por pagar: {membershipPayments}, joias e o mais que lhe for cobrado.',
          terminology,
        )}
      />
      {asked && (
        <Suspense fallback={null}>
          <BulkCharges {...asked} onClose={() => setAsked(undefined)} />
        </Suspense>
      )}
    </>
  )
}

/** What the chosen debts come to: nothing of what is no longer owed. */
const openSum: SelectionSum = {
  field: 'openAmount',
  reads: ['openAmount', 'status'],
  centsOf: (record) => (isOpen(record) ? centsOf(record.openAmount) : 0),
}

function NotifyLink() {
  const terminology = useTerminology()
  return (
    <Button
      component={Link}
      to={notifyPath(terminology)}
      variant="default"
      leftSection={<IconBellRinging size="1.125rem" stroke={1.5} aria-hidden />}
    >
      Notificar
    </Button>
  )
}

/** What the person's role may do with many debts at once. */
function useBulkActions(onAsk: (deed: BulkChargesDeed, chosen: ChosenRecords) => void): BulkAction[] {
  const may = new Set(useResource('unsettledPayments')?.actions.map(({ name }) => name))
  const notify = useNotify()
  const writeTo = useWriteTo()
  const deeds: BulkAction[] = [
    {
      name: 'exempt',
      label: 'Isentar',
      icon: <IconDiscountOff {...icon} />,
      suits: mayStand,
      run: (chosen) => onAsk('exempt', chosen),
    },
    {
      name: 'cancel',
      label: 'Anular',
      icon: <IconX {...icon} />,
      suits: mayStand,
      run: (chosen) => onAsk('cancel', chosen),
    },
    {
      name: 'restore',
      label: 'Repor',
      icon: <IconArrowBackUp {...icon} />,
      suits: (filters) => showsEnded(filters) !== 'none',
      run: (chosen) => onAsk('restore', chosen),
    },
  ]
  const pay = usePayChosen()
  return [
    ...(pay
      ? [
          {
            name: 'pay',
            label: 'Registar pagamento',
            icon: <IconCash {...icon} />,
            most: mostPaid,
            suits: mayStand,
            run: (chosen: ChosenRecords) => void pay(chosen),
          },
        ]
      : []),
    {
      name: 'notify',
      label: 'Notificar',
      icon: <IconBellRinging {...icon} />,
      suits: mayStand,
      run: (chosen) => void notify(chosen),
    },
    ...(writeTo
      ? [
          {
            name: 'write',
            label: 'Escrever mensagem',
            icon: <IconPencil {...icon} />,
            suits: mayStand,
            run: (chosen: ChosenRecords) => void writeTo(chosen),
          },
        ]
      : []),
    ...deeds.filter(({ name }) => may.has(name)),
  ]
}

/** What ended is owed by nobody: there is nothing to ask for, and nothing to end. */
const mayStand = (filters: Filters) => showsEnded(filters) !== 'only'

const icon = { size: '1.125rem', stroke: 1.5, 'aria-hidden': true } as const

function columnsFor(membershipPayments: string): ColumnSetup[] {
  return [
    ...whoseColumns,
    { name: 'description', width: 9.25 },
    { name: 'openAmount', width: 6.25, ...reading(['dueDate', 'openAmount', 'status'], OpenAmountCell) },
    { name: 'dueDate', width: 12.25, ...reading(['dueDate', 'status'], DueCell) },
    { name: 'status', width: 7.25 },
    stripColumn(membershipPayments),
    { name: 'amount', width: 7.5 },
    { name: 'paidAmount', width: 7.5 },
    { name: 'type', listed: false },
  ]
}

const card: CardSetup = {
  ...reading(onCards, DebtCard),
  height: 6,
}
