import { holdsWords } from '@agremia/resources/rules/fold.ts'
import { capitalise } from '@agremia/resources/terminology.ts'
import { IconArrowRight, IconBolt, IconList, IconReceipt } from '@tabler/icons-react'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import { api, type ListParams, type StoredRecord } from '../api/client.ts'
import { keys, listQuery, useMay, useSession, useTerminology } from '../api/queries.ts'
import { answered } from '../api/query-client.ts'
import { texts } from '../fields/texts.ts'
import { searchAddress } from '../resource/list/list-state.ts'
import { applicationPath, applicationsPath } from '../paths/applications.ts'
import { paymentPath, paymentsPath } from '../paths/dues.ts'
import { memberHome, profilePath } from '../paths/account.ts'
import { recentMembers } from '../screens/members/recent-members.ts'
import { useMemberPaths } from '../paths/members.ts'
import { Avatar } from '../ui/avatar.tsx'
import { CommandPalette, type CommandGroup, type CommandItem } from '../ui/command-palette.tsx'
import { findActions, type FoundAction } from '../ui/find-actions.ts'
import { formatCount } from '../ui/format-count.ts'
import { mayEnter } from './routes.ts'
import { useRoutes } from './routes-context.ts'

const mostMembers = 8
const mostApplications = 4
const mostPayments = 4

export interface SearchPaletteProps {
  /** What was typed before it was there. */
  begin: string
  onClose: () => void
}

/**
 * Members and applications by any of their words, payments by their receipt, what can be done on the page, and screens by name;
 * before anything is typed, the members opened last.
 */
export default function SearchPalette({ begin, onClose }: SearchPaletteProps) {
  const [search, setSearch] = useState(begin)
  const isStaff = useSession()?.role !== 'member'
  const navigate = useNavigate()
  const words = useDeferredValue(search.trim())
  const members = useMemberGroup(words)
  const applications = useApplicationGroup(words)
  const payments = usePaymentGroup(words)
  const recent = useRecentGroup(words)
  const screens = useScreenGroup(search)
  const [actions] = useState(findActions)
  const choose = (id: string) => {
    const action = id.startsWith(actionMark) ? actions[Number(id.slice(actionMark.length))] : undefined
    // The page is itself again, and has the focus back, before something is done on it.
    flushSync(onClose)
    if (action) action.run()
    else void navigate(id)
  }
  return (
    <CommandPalette
      search={search}
      onSearch={setSearch}
      placeholder={isStaff ? 'Nome, número, NIF, recibo, ecrã ou ação' : 'Ecrã ou ação'}
      groups={[
        recent,
        members.group,
        applications.group,
        payments.group,
        actionGroup(actions, search),
        screens,
      ]}
      loading={members.loading || applications.loading || payments.loading}
      onChoose={choose}
      onClose={onClose}
    />
  )
}

interface FoundMember extends StoredRecord {
  name: string
  memberNumber?: number
  photoUrl?: string | null
}

interface FoundApplication extends StoredRecord {
  name: string
  number: number
  stateLabel?: string
  photoUrl?: string | null
}

interface FoundPayment extends StoredRecord {
  receiptNumber: string
  memberLabel: string
  amount: number
}

const actionMark = 'action:'

function actionGroup(actions: readonly FoundAction[], search: string): CommandGroup {
  const isAsked = search.trim() !== ''
  const items = actions.flatMap(({ label, words, keys, isGeneral }, place) =>
    (isAsked || !isGeneral) && holdsWords(`${label} ${words}`, search)
      ? [{ id: `${actionMark}${place}`, label, keys, icon: <IconBolt size="1.125rem" stroke={1.5} /> }]
      : [],
  )
  return { label: 'Ações', items }
}

interface Found {
  records: readonly StoredRecord[]
  total: number
}

interface FoundGroup {
  group: CommandGroup
  loading: boolean
}

function useMemberGroup(search: string): FoundGroup {
  const { memberPlural } = useTerminology()
  const paths = useMemberPaths()
  const found = useFound<FoundMember>('members', search, { limit: mostMembers, sort: 'memberNumber' })
  const items = found.records.map((member) => memberItem(member, paths))
  items.push(...allOf(found, paths.list, search))
  return { group: { label: capitalise(memberPlural), items }, loading: found.loading }
}

function memberItem(
  { _id, name, memberNumber, photoUrl }: FoundMember,
  paths: ReturnType<typeof useMemberPaths>,
): CommandItem {
  return {
    id: paths.record(_id),
    label: name,
    detail: memberNumber === undefined ? undefined : `n.º ${memberNumber}`,
    icon: <Avatar name={name} photo={photoUrl} size="small" />,
  }
}

/** The members whose records were opened last in this tab. */
function useRecentGroup(search: string): CommandGroup {
  const paths = useMemberPaths()
  const [ids] = useState(recentMembers)
  const enabled = useMay('members').list && search === '' && ids.length > 0
  const { data } = useQuery({
    ...listQuery<FoundMember>('members', { where: { id: ids }, limit: ids.length }),
    enabled,
  })
  const found = new Map(data?.data.map((member) => [member._id, member]))
  const items = enabled ? ids.flatMap((id) => found.get(id) ?? []).map((one) => memberItem(one, paths)) : []
  return { label: 'Abertos há pouco', items }
}

/** The way to the list with all that was found, where more was found than is shown. */
function allOf({ records, total }: Found, path: string, search: string): CommandItem[] {
  if (total <= records.length) return []
  const icon = <IconList size="1.125rem" stroke={1.5} />
  return [{ id: searchAddress(path, search), label: `Ver todos os ${formatCount(total)} resultados`, icon }]
}

function useApplicationGroup(search: string): FoundGroup {
  const found = useFound<FoundApplication>('memberApplications', search, { limit: mostApplications })
  const items: CommandItem[] = found.records.map(({ _id, name, number, stateLabel, photoUrl }) => ({
    id: applicationPath(_id),
    label: name,
    detail: [`n.º ${number}`, stateLabel].filter(Boolean).join(', '),
    icon: <Avatar name={name} photo={photoUrl} size="small" />,
  }))
  items.push(...allOf(found, applicationsPath, search))
  return { group: { label: 'Candidaturas', items }, loading: found.loading }
}

/** By number of receipt, or by a reference: both have digits, so that a name alone finds no payments. */
function usePaymentGroup(search: string): FoundGroup {
  const words = /\d/.test(search) ? search : ''
  const found = useFound<FoundPayment>('payments', words, { limit: mostPayments, sort: '-date' })
  const items: CommandItem[] = found.records.map(({ _id, receiptNumber, memberLabel, amount }) => ({
    id: paymentPath(_id),
    label: receiptNumber,
    detail: `${memberLabel}, ${texts.money.toText(amount)}`,
    icon: <IconReceipt size="1.125rem" stroke={1.5} />,
  }))
  items.push(...allOf(found, paymentsPath, search))
  return { group: { label: 'Pagamentos', items }, loading: found.loading }
}

/** The records of a resource that have all the words; none until something is typed, or where the role may list none. */
function useFound<Item extends StoredRecord>(resource: string, search: string, params: ListParams) {
  const enabled = useMay(resource).list && search !== ''
  const { data, isFetching } = useQuery({
    ...recordsFound<Item>(resource, { ...params, search }),
    enabled,
    placeholderData: keepPreviousData,
  })
  return {
    records: enabled ? (data?.data ?? []) : [],
    total: enabled ? (data?.meta.total ?? 0) : 0,
    loading: enabled && isFetching,
  }
}

function recordsFound<Item extends StoredRecord>(resource: string, params: ListParams) {
  return queryOptions({
    queryKey: [...keys.lists(resource), 'palette', params.search],
    queryFn: async ({ signal }) =>
      answered(await api.list<Item>(resource, params, { signal, channel: `palette ${resource}` })),
  })
}

function useScreenGroup(search: string): CommandGroup {
  const routes = useRoutes()
  const session = useSession()
  const items = routes
    .filter((route) => !route.bare && route.redirect === undefined && !route.path.includes(':'))
    .filter((route) => mayEnter(route, session?.role))
    // Staff have a home of their own, the list.
    .filter((route) => route.path !== memberHome || session?.role === 'member')
    .map(({ title, path }) => ({ id: path, label: title }))
  if (session) items.push({ id: profilePath(session.id), label: 'Perfil' })
  const found = items.filter(({ label }) => holdsWords(label, search))
  const icon = <IconArrowRight size="1.125rem" stroke={1.5} />
  return { label: 'Ecrãs', items: found.map((item) => ({ ...item, icon })) }
}
