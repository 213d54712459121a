import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { toCents } from '@agremia/resources/rules/amount.ts'
import { use, useMemo } from 'react'
import { IconBellRinging, IconCash, IconPencil } from '@tabler/icons-react'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import { useFields, useMay, useTerminology } from '../../api/queries.ts'
import {
  type BulkAction,
  type CardSetup,
  type ChosenRecords,
  type ColumnSetup,
  type Filters,
  reading,
  RecordList,
  type SelectionSum,
} from '../../resource/record-list.tsx'
import { owedFilter, showsEnded, useDebtFilters } from './debt-filters.ts'
import {
  cardFields,
  DebtCard,
  DueCell,
  GroupingLink,
  isOpen,
  memberColumns,
  OpenAmountCell,
  stripColumn,
} from './debt-columns.tsx'
import { debtsByMemberPath, debtsOfPath, maxPayers, notifyPath, payPath } from '../../paths/dues.ts'
import { useLabels } from '../labels/index.ts'
import { GenerateLink } from './generate-link.tsx'
import { useWriteToChosen } from './payment-messages/payment-audience.ts'
import { noticeAddress, useNotify } from './notice-choice.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { api } from '../../api/client.ts'
import { requireAnswer } from '../../api/query-client.ts'
import { toast } from '../../ui/toasts.tsx'
import { MayEnterContext } from '../../ui/app-link.tsx'
import { useNavigate, useSearchParams } from '../../ui/router.tsx'
import { CommandButton } from '../../ui/command-button.tsx'

const BulkCharges = lazyPart(() => import('./bulk-charges.tsx'))
const bulkDialogs = { exempt: BulkCharges, cancel: BulkCharges, restore: BulkCharges }

/** The list of charges: by default those with something to pay; other filters show paid and ended ones. */
export default function DebtsList() {
  const labels = useLabels('unsettledPayments')
  const actions = [...useBulkActions(), ...labels.actions]
  const filters = useDebtFilters()
  const terminology = useTerminology()
  const [params] = useSearchParams()
  const hasPaid = params.getAll('status').includes('paid')
  const columns = useMemo(() => columnsFor(terminology.membershipPayments, hasPaid), [terminology, hasPaid])
  return (
    <>
      <RecordList
        resource="unsettledPayments"
        columns={columns}
        cardOf={card}
        filters={filters}
        defaultFilters={owedFilter}
        pathOf={debtsOfPath}
        pathBy="memberId"
        actions={actions}
        bulkDialogs={bulkDialogs}
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
      {labels.dialog}
    </>
  )
}

/** The selection's open amount; ended charges count as zero. */
const openSum: SelectionSum<'unsettledPayments'> = {
  field: 'openAmount',
  reads: ['openAmount', 'status'],
  centsOf: (record) => (isOpen(record) ? toCents(record.openAmount) : 0),
}

/** Leads to the notices of the charges that the list shows. */
function NotifyLink() {
  const path = notifyPath(useTerminology())
  const fields = useFields('unsettledPayments')
  const [params] = useSearchParams()
  if (!use(MayEnterContext)(path) || !fields) return null
  const to = noticeAddress(path, params, fields)
  return <CommandButton icon={IconBellRinging} label="Notificar" to={to} />
}

/** The bulk actions that the role may run. */
function useBulkActions(): BulkAction[] {
  const notify = useNotify()
  const writeTo = useWriteToChosen()
  const pay = usePayChosen()
  return [
    ...(pay
      ? [
          {
            name: 'pay',
            label: 'Registar pagamento',
            icon: <IconCash {...icon} />,
            maxCount: maxPaidCharges,
            suits: showsOwed,
            run: (chosen: ChosenRecords<'unsettledPayments'>) => void pay(chosen),
          },
        ]
      : []),
    ...(notify
      ? [
          {
            name: 'notify',
            label: 'Notificar',
            icon: <IconBellRinging {...icon} />,
            suits: showsOwed,
            run: (chosen: ChosenRecords<'unsettledPayments'>) => void notify(chosen),
          },
        ]
      : []),
    ...(writeTo
      ? [
          {
            name: 'write',
            label: 'Escrever mensagem',
            icon: <IconPencil {...icon} />,
            suits: showsOwed,
            run: (chosen: ChosenRecords<'unsettledPayments'>) => void writeTo(chosen),
          },
        ]
      : []),
  ]
}

/** Cancelled and waived charges cannot be paid, notified or ended again. */
const showsOwed = (filters: Filters) => showsEnded(filters) !== 'only'

const icon = { size: '1.125rem', stroke: 1.5, 'aria-hidden': true } as const

/** `hasPaid`: the list shows paid charges, of which nothing is owed. */
function columnsFor(membershipPayments: string, hasPaid: boolean): ColumnSetup<'unsettledPayments'>[] {
  return [
    ...memberColumns,
    { name: 'description', width: 8.75, preferredWidth: 12 },
    { name: 'openAmount', width: 6.25, ...reading(['dueDate', 'openAmount', 'status'], OpenAmountCell) },
    { name: 'dueDate', width: 7.5, preferredWidth: 12.25, ...reading(['dueDate', 'status'], DueCell) },
    { name: 'status', width: 7.25 },
    stripColumn(membershipPayments),
    { name: 'amount', width: 6.25, stays: hasPaid },
    { name: 'paidAmount', width: 6.25, stays: hasPaid },
    { name: 'type', listed: false },
  ]
}

const card: CardSetup<'unsettledPayments'> = {
  ...reading(cardFields, DebtCard),
  height: 6,
}

/** Limit of charges that fit in the address of a new payment. */
const maxPaidCharges = 100

/** Opens a new payment of the chosen charges, of one or several members; undefined without permission. */
function usePayChosen(): ((chosen: ChosenRecords<'unsettledPayments'>) => Promise<void>) | undefined {
  const navigate = useNavigate()
  const { memberSingular, memberPlural } = useTerminology()
  if (!useMay('payments').create) return undefined
  return async ({ records, ids }) => {
    const debts = records ?? (await loadCharges(await ids()))
    const members = [...new Set(debts.map(({ memberId }) => memberId))]
    if (members.length === 0) return
    if (members.length > maxPayers) {
      const people = counted(members.length, memberSingular, memberPlural)
      toast(`São dívidas de ${people}, e um pagamento é de ${maxPayers} no máximo. Escolha menos.`, {
        tone: 'error',
      })
      return
    }
    navigate(
      payPath(
        members,
        debts.map(({ _id }) => _id),
      ),
    )
  }
}

async function loadCharges(ids: readonly string[]): Promise<ResourceRecord<'unsettledPayments'>[]> {
  const params = { where: { id: ids }, columns: ['memberId'], limit: maxPaidCharges } as const
  return requireAnswer(await api.list('unsettledPayments', params)).data
}
