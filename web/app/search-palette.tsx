import { holdsWords } from '@agremia/resources/rules/fold.ts'
import { capitalise } from '@agremia/resources/terminology.ts'
import { IconArrowRight, IconReceipt } from '@tabler/icons-react'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useNavigate } from 'react-router'
import { api, type ListParams, type StoredRecord } from '../api/client.ts'
import { keys, useMay, useSession, useTerminology } from '../api/queries.ts'
import { answered } from '../api/query-client.ts'
import { texts } from '../fields/texts.ts'
import { applicationPath } from '../screens/applications/application-paths.ts'
import { paymentPath } from '../screens/dues/dues-paths.ts'
import { memberHome } from '../screens/home/home-path.ts'
import { logoutPath } from '../screens/identity/identity-paths.ts'
import { profilePath } from '../screens/users-profile/profile-path.ts'
import { Avatar } from '../ui/avatar.tsx'
import { CommandPalette, type CommandGroup } from '../ui/command-palette.tsx'
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

/** Members and applications by any of their words, payments by their receipt, and screens by name. */
export default function SearchPalette({ begin, onClose }: SearchPaletteProps) {
  const [search, setSearch] = useState(begin)
  const navigate = useNavigate()
  const words = useDeferredValue(search.trim())
  const members = useMemberGroup(words)
  const applications = useApplicationGroup(words)
  const payments = usePaymentGroup(words)
  const screens = useScreenGroup(search)
  const go = (path: string) => {
    onClose()
    void navigate(path)
  }
  return (
    <CommandPalette
      search={search}
      onSearch={setSearch}
      groups={[members.group, applications.group, payments.group, screens]}
      loading={members.loading || applications.loading || payments.loading}
      onChoose={go}
      onClose={onClose}
    />
  )
}

interface FoundMember extends StoredRecord {
  name: string
  memberNumber?: number
  categoryIdLabel?: string
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

interface FoundGroup {
  group: CommandGroup
  loading: boolean
}

function useMemberGroup(search: string): FoundGroup {
  const { memberPlural, memberURLPlural } = useTerminology()
  const found = useFound<FoundMember>('members', search, { limit: mostMembers, sort: 'memberNumber' })
  const items = found.records.map((member) => ({
    id: `/${memberURLPlural}/${member._id}`,
    label: member.name,
    detail: member.memberNumber === undefined ? undefined : `n.º ${member.memberNumber}`,
    icon: <Avatar name={member.name} photo={member.photoUrl} size="small" />,
  }))
  return { group: { label: capitalise(memberPlural), items }, loading: found.loading }
}

function useApplicationGroup(search: string): FoundGroup {
  const found = useFound<FoundApplication>('memberApplications', search, { limit: mostApplications })
  const items = found.records.map(({ _id, name, number, stateLabel, photoUrl }) => ({
    id: applicationPath(_id),
    label: name,
    detail: [`n.º ${number}`, stateLabel].filter(Boolean).join(', '),
    icon: <Avatar name={name} photo={photoUrl} size="small" />,
  }))
  return { group: { label: 'Candidaturas', items }, loading: found.loading }
}

/** By number of receipt, or by a reference: both have digits, so that a name alone finds no payments. */
function usePaymentGroup(search: string): FoundGroup {
  const words = /\d/.test(search) ? search : ''
  const found = useFound<FoundPayment>('payments', words, { limit: mostPayments, sort: '-date' })
  const items = found.records.map(({ _id, receiptNumber, memberLabel, amount }) => ({
    id: paymentPath(_id),
    label: receiptNumber,
    detail: `${memberLabel}, ${texts.money.toText(amount)}`,
    icon: <IconReceipt size="1.125rem" stroke={1.5} />,
  }))
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
  return { records: enabled ? (data?.data ?? []) : [], loading: enabled && isFetching }
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
  if (session) items.push({ id: profilePath(session.id), label: 'Editar perfil' })
  items.push({ id: logoutPath, label: 'Sair' })
  const found = items.filter(({ label }) => holdsWords(label, search))
  const icon = <IconArrowRight size="1.125rem" stroke={1.5} />
  return { label: 'Ecrãs e ações', items: found.map((item) => ({ ...item, icon })) }
}
