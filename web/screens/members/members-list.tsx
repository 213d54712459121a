import { useMemo } from 'react'
import { IconCoinEuro, IconId, IconMail, IconUserCog } from '@tabler/icons-react'
import { useFields, useMay, useTerminology } from '../../api/queries.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import {
  reading,
  RecordList,
  type BulkAction,
  type CardSetup,
  type ChosenRecords,
  type ColumnSetup,
  type Drawing,
  type FilterSetup,
} from '../../resource/record-list.tsx'
import type { FilterPreset } from '../../resource/list/filters.ts'
import { ListPageSkeleton } from '../../ui/skeletons.tsx'
import { useIssueFor } from '../cards/index.ts'
import { useCreateAccountsFor } from '../users/index.ts'
import { maxPayers, payPath } from '../../paths/dues.ts'
import { Today } from '../today/index.ts'
import { useLabels } from '../labels/index.ts'
import { useCompose } from '../messages/index.ts'
import {
  admitted,
  memberColumns,
  DebtCell,
  MemberCard,
  NameCell,
  cardFields,
  SinceCell,
  StateCell,
  StripCell,
  useStatePresets,
  searchHint,
} from '../member-parts/index.ts'
import { useMemberPaths } from '../../paths/use-member-paths.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useNavigate } from '../../ui/router.tsx'

const bulkDialogs = { changeState: lazyPart(() => import('./change-state-dialog.tsx')) }

/** The list of members: current ones by default; the filter can show former ones. */
export default function MembersList() {
  const paths = useMemberPaths()
  const { memberPlural, membershipPayments } = useTerminology()
  const today = organisationToday()
  const columns = useMemo(() => columnsOn(membershipPayments, today), [membershipPayments, today])
  const states = useStatePresets()
  const defaultFilters = useMemo(
    () => states && { currentStateId: states.current.values, ...admitted },
    [states],
  )
  const filters = useMemo<FilterSetup<'members'>[]>(
    () => [
      {
        field: 'currentStateId',
        presets: states && [{ ...states.current, also: admitted }, ...states.former],
      },
      { field: 'categoryId' },
      { field: 'balance', shortcut: withDebt },
      { field: 'admissionDate', label: 'Admissão' },
      { field: 'toBeAdmitted', shortcut: toBeAdmitted },
    ],
    [states],
  )
  const labels = useLabels('members')
  const actions = [...useBulkActions(), ...labels.actions]
  const fields = useFields('members')
  if (!states) return <ListPageSkeleton />
  return (
    <>
      <RecordList
        resource="members"
        columns={columns}
        cardOf={card}
        filters={filters}
        defaultFilters={defaultFilters}
        newPath={paths.new}
        searchPlaceholder={searchHint(fields)}
        actions={actions}
        bulkDialogs={bulkDialogs}
        foot={<Today />}
        purpose={`Aqui ficam as fichas de ${memberPlural}: identificação, contactos, estado e histórico.`}
      />
      {labels.dialog}
    </>
  )
}

/** The bulk actions that the role may run. */
function useBulkActions(): BulkAction[] {
  const compose = useCompose()
  const navigate = useNavigate()
  const mayPay = useMay('payments').create
  const issue = useIssueFor()
  const createAccounts = useCreateAccountsFor()
  const audienceOf = async ({ query, ids }: ChosenRecords<'members'>) =>
    query ? { query } : { ids: await ids() }
  const pay = async ({ ids }: ChosenRecords<'members'>) => {
    navigate(payPath(await ids()))
  }
  const all: (BulkAction | false)[] = [
    mayPay && {
      name: 'pay',
      label: 'Registar pagamento',
      icon: <IconCoinEuro size="1.125rem" stroke={1.5} aria-hidden />,
      maxCount: maxPayers,
      run: (chosen) => void pay(chosen),
    },
    compose !== undefined && {
      name: 'write',
      label: 'Enviar mensagem',
      icon: <IconMail size="1.125rem" stroke={1.5} aria-hidden />,
      run: (chosen) => void audienceOf(chosen).then(compose),
    },
    issue !== undefined && {
      name: 'issueCards',
      label: 'Emitir cartão',
      icon: <IconId size="1.125rem" stroke={1.5} aria-hidden />,
      run: (chosen) => void issue(chosen),
    },
    createAccounts !== undefined && {
      name: 'createAccounts',
      isRare: true,
      label: 'Criar conta',
      icon: <IconUserCog size="1.125rem" stroke={1.5} aria-hidden />,
      run: (chosen) => void createAccounts(chosen),
    },
  ]
  return all.filter((action) => action !== false)
}

const toBeAdmitted: FilterPreset = { label: 'Por admitir', values: ['true'] }
const withDebt: FilterPreset = { label: 'Com dívida', values: [], range: { from: '0.01' } }

const cells: Partial<Record<string, Drawing<'members'>>> = {
  name: reading(['name', 'photoUrl'], NameCell),
  quotaStrip: reading(['quotaStrip'], StripCell),
  balance: reading(['balance', 'overdueAmount'], DebtCell),
  admissionDate: reading(['admissionDate'], SinceCell),
  currentStateId: reading(['admissionDate', 'currentStateId', 'endDate'], StateCell),
}

function columnsOn(word: string, today: string): ColumnSetup<'members'>[] {
  return memberColumns(word, today).map((column) => ({ ...column, ...cells[column.name] }))
}

const card: CardSetup<'members'> = { ...reading(cardFields, MemberCard), height: 5.75 }
