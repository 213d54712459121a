import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { formatNumber } from '@agremia/resources/rules/amount.ts'
import { searchReasons } from '@agremia/resources/match-reasons.ts'
import { beginsWords, matchesSearch } from '@agremia/resources/rules/fold.ts'
import { capitalise } from '@agremia/resources/letter-case.ts'
import { IconArrowRight, IconBolt, IconList, IconReceipt } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { api, type ListParams, type StoredRecord } from '../api/client.ts'
import {
  keys,
  listQuery,
  useFields,
  useMay,
  useSession,
  useSettings,
  useTerminology,
} from '../api/queries.ts'
import { requireAnswer } from '../api/query-client.ts'
import { plainText, texts } from '../fields/texts.ts'
import { searchAddress } from '../resource/list/list-state.ts'
import { applicationPath, applicationsPath } from '../paths/applications.ts'
import { paymentPath, paymentsPath } from '../paths/dues.ts'
import { memberHome, profilePath } from '../paths/account.ts'
import { recentMembers } from '../screens/members/recent-members.ts'
import { useMemberPaths } from '../paths/use-member-paths.ts'
import { Avatar } from '../ui/avatar.tsx'
import { CommandPalette, type CommandGroup, type CommandItem } from '../ui/command-palette.tsx'
import { findActions, type PaletteAction } from '../ui/palette-actions.ts'
import { useNavigate } from '../ui/router.tsx'
import { useSearchText } from '../ui/search-text.ts'
import { isOn, mayEnter } from './routes.ts'
import { useRoutes } from './routes-context.ts'

const maxMembers = 8
const maxApplications = 4
const maxPayments = 4

interface SearchPaletteProps {
  /** Text typed while the code was loading. */
  begin: string
  onClose: () => void
}

/**
 * Finds members and applications by any word, payments by receipt or reference, actions of the page and
 * screens; while empty, shows recently opened members. Actions and screens with a word that begins with the search text are first.
 */
export default function SearchPalette({ begin, onClose }: SearchPaletteProps) {
  const [search, setSearch] = useState(begin)
  const isStaff = useSession()?.role !== 'member'
  const navigate = useNavigate()
  const { asked, current, searchNow } = useSearchText(search)
  const found = [useMemberGroup(asked), useApplicationGroup(asked), usePaymentGroup(asked)]
  const recent = useRecentGroup(asked)
  const records = current([recent, ...found.map(({ group }) => group)])
  const screens = useScreenItems(search)
  const [actions] = useState(findActions)
  const foundActions = actionItems(actions, search)
  const choose = (id: string) => {
    const action = id.startsWith(actionMark) ? actions[Number(id.slice(actionMark.length))] : undefined
    // Closes first, so that the focus is back on the page when the action runs.
    flushSync(onClose)
    if (action) action.run()
    else navigate(id)
  }
  return (
    <CommandPalette
      search={search}
      onSearch={setSearch}
      placeholder={isStaff ? 'Nome, número, NIF, recibo, ecrã ou ação' : 'Ecrã ou ação'}
      groups={[
        { label: 'Ações', items: foundActions.first },
        { label: 'Ecrãs', items: screens.first },
        ...(records ?? []),
        { label: foundActions.first.length > 0 ? 'Outras ações' : 'Ações', items: foundActions.others },
        { label: screens.first.length > 0 ? 'Outros ecrãs' : 'Ecrãs', items: screens.others },
      ]}
      loading={records === undefined || found.some(({ loading }) => loading)}
      searchNow={searchNow}
      onChoose={choose}
      onClose={onClose}
    />
  )
}

const actionMark = 'action:'

/** Items of actions or screens: those of which words begin with the search come before the records. */
interface Found {
  first: CommandItem[]
  others: CommandItem[]
}

/** Items with the text that finds them. */
type Findable = CommandItem & { words: string }

function find(items: readonly Findable[], search: string): Found {
  const hasSearch = search.trim() !== ''
  const found = items.filter(({ words }) => matchesSearch(words, search))
  const isFirst = ({ words }: Findable) => hasSearch && beginsWords(words, search)
  const plain = ({ words: _words, ...item }: Findable): CommandItem => item
  return {
    first: found.filter(isFirst).map(plain),
    others: found.filter((item) => !isFirst(item)).map(plain),
  }
}

function actionItems(actions: readonly PaletteAction[], search: string): Found {
  const icon = <IconBolt size="1.125rem" stroke={1.5} />
  const items = actions.map(({ label, words, keys, isGeneral }, place) => ({
    isGeneral,
    item: { id: `${actionMark}${place}`, label, keys, icon, words: `${label} ${words}` },
  }))
  const isListed = ({ isGeneral }: { isGeneral: boolean }) => search.trim() !== '' || !isGeneral
  return find(
    items.filter(isListed).map(({ item }) => item),
    search,
  )
}

interface Results {
  records: readonly unknown[]
  total: number
}

interface ResultGroup {
  group: CommandGroup
  loading: boolean
}

function useMemberGroup(search: string): ResultGroup {
  const { memberPlural } = useTerminology()
  const paths = useMemberPaths()
  const results = useResults('members', search, { limit: maxMembers, sort: 'memberNumber' })
  const reasonsOf = useReasons('members', search)
  const items = results.records.map((member) => memberItem(member, paths, reasonsOf))
  items.push(...showAllItem(results, paths.list, search))
  return { group: { label: capitalise(memberPlural), items }, loading: results.loading }
}

function memberItem(
  member: ResourceRecord<'members'>,
  paths: ReturnType<typeof useMemberPaths>,
  reasonsOf?: ReasonsOf,
): CommandItem {
  const { _id, name, memberNumber, photoUrl } = member
  const number = memberNumber == null ? [] : [`n.º ${memberNumber}`]
  return {
    id: paths.record(_id),
    label: name,
    detail: [...number, ...(reasonsOf?.(member, [name, ...number]) ?? [])].join(' · ') || undefined,
    icon: <Avatar name={name} photo={photoUrl} size="small" />,
  }
}

type ReasonsOf = (record: StoredRecord, shown: readonly string[]) => string[]

/** Why the search found a record, where the texts that are shown do not have the words: `NIF 123456789`. */
function useReasons(resource: string, search: string): ReasonsOf {
  const fields = useFields(resource) ?? {}
  return (record, shown) =>
    searchReasons(fields, record, { search, shown }).map(
      ({ name, label }) => `${label} ${plainText(record[name])}`,
    )
}

/** Members opened recently in this tab. */
function useRecentGroup(search: string): CommandGroup {
  const paths = useMemberPaths()
  const [ids] = useState(recentMembers)
  const enabled = useMay('members').list && search === '' && ids.length > 0
  const { data } = useQuery({
    ...listQuery('members', { where: { id: ids }, limit: ids.length }),
    enabled,
  })
  const results = new Map(data?.data.map((member) => [member._id, member]))
  const items = enabled ? ids.flatMap((id) => results.get(id) ?? []).map((one) => memberItem(one, paths)) : []
  return { label: 'Abertos há pouco', items }
}

/** Link to the full list, when it has more results than are shown. */
function showAllItem({ records, total }: Results, path: string, search: string): CommandItem[] {
  if (total <= records.length) return []
  const icon = <IconList size="1.125rem" stroke={1.5} />
  return [{ id: searchAddress(path, search), label: `Ver todos os ${formatNumber(total)} resultados`, icon }]
}

function useApplicationGroup(search: string): ResultGroup {
  const results = useResults('memberApplications', search, { limit: maxApplications })
  const reasonsOf = useReasons('memberApplications', search)
  const items = results.records.map((application): CommandItem => {
    const { _id, name, number, stateLabel, photoUrl } = application
    const facts = [`n.º ${number}`, stateLabel].filter((text) => text != null && text !== '')
    return {
      id: applicationPath(_id),
      label: name,
      detail: [facts.join(', '), ...reasonsOf(application, [name, ...facts.map(String)])].join(' · '),
      icon: <Avatar name={name} photo={photoUrl} size="small" />,
    }
  })
  items.push(...showAllItem(results, applicationsPath, search))
  return { group: { label: 'Candidaturas', items }, loading: results.loading }
}

/** Searches only terms with a digit, as receipt numbers and references have: names would list payments too. */
function usePaymentGroup(search: string): ResultGroup {
  const words = /\d/.test(search) ? search : ''
  const results = useResults('payments', words, { limit: maxPayments, sort: '-date' })
  const reasonsOf = useReasons('payments', search)
  const items = results.records.map((payment): CommandItem => {
    const { _id, receiptNumber, memberLabel, amount } = payment
    const facts = `${memberLabel}, ${texts.money.toText(amount)}`
    return {
      id: paymentPath(_id),
      label: receiptNumber,
      detail: [facts, ...reasonsOf(payment, [receiptNumber, facts])].join(' · '),
      icon: <IconReceipt size="1.125rem" stroke={1.5} />,
    }
  })
  items.push(...showAllItem(results, paymentsPath, search))
  return { group: { label: 'Pagamentos', items }, loading: results.loading }
}

/** Records that match all words; none while the search is empty or the role may not list the resource. */
function useResults<Name extends string>(resource: Name, search: string, params: ListParams<Name>) {
  const enabled = useMay(resource).list && search !== ''
  const { data, isFetching } = useQuery({
    ...resultsQuery(resource, { ...params, search }),
    enabled,
  })
  return {
    records: enabled ? (data?.data ?? []) : [],
    total: enabled ? (data?.meta.total ?? 0) : 0,
    loading: enabled && isFetching,
  }
}

function resultsQuery<Name extends string>(resource: Name, params: ListParams<Name>) {
  return queryOptions({
    queryKey: [...keys.lists(resource), 'palette', params.search],
    queryFn: async ({ signal }) => requireAnswer(await api.list(resource, params, signal)),
  })
}

function useScreenItems(search: string): Found {
  const routes = useRoutes()
  const session = useSession()
  const settings = useSettings()
  const items = routes
    .filter((route) => !route.bare && route.redirect === undefined && !route.path.includes(':'))
    .filter((route) => mayEnter(route, session?.role) && isOn(route, settings))
    // Lists of the own records of members are in words of the staff.
    .filter(({ of }) => session?.role !== 'member' || of === undefined)
    // The staff's home is the list of members.
    .filter((route) => route.path !== memberHome || session?.role === 'member')
    .map(({ title, path, menu }) => ({ id: path, label: title, words: `${title} ${menu?.label ?? ''}` }))
  if (session) items.push({ id: profilePath(session.id), label: 'Perfil', words: 'Perfil' })
  const icon = <IconArrowRight size="1.125rem" stroke={1.5} />
  return find(
    items.map((item) => ({ ...item, icon })),
    search,
  )
}
