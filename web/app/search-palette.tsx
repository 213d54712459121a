import { foldText } from '@agremia/resources/rules/fold.ts'
import { capitalise } from '@agremia/resources/terminology.ts'
import { IconArrowRight } from '@tabler/icons-react'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useNavigate } from 'react-router'
import { api, type StoredRecord } from '../api/client.ts'
import { keys, useMay, useSession, useTerminology } from '../api/queries.ts'
import { answered } from '../api/query-client.ts'
import { memberHome } from '../screens/home/home-path.ts'
import { logoutPath } from '../screens/identity/identity-paths.ts'
import { profilePath } from '../screens/users-profile/profile-path.ts'
import { Avatar } from '../ui/avatar.tsx'
import { CommandPalette, type CommandGroup } from '../ui/command-palette.tsx'
import { mayEnter } from './routes.ts'
import { useRoutes } from './routes-context.ts'

const mostMembers = 8

export interface SearchPaletteProps {
  /** What was typed before it was there. */
  begin: string
  onClose: () => void
}

/** Members by any of their words and screens by name. */
export default function SearchPalette({ begin, onClose }: SearchPaletteProps) {
  const [search, setSearch] = useState(begin)
  const navigate = useNavigate()
  const members = useMemberGroup(useDeferredValue(search.trim()))
  const screens = useScreenGroup(search)
  const go = (path: string) => {
    onClose()
    void navigate(path)
  }
  return (
    <CommandPalette
      search={search}
      onSearch={setSearch}
      groups={[members.group, screens]}
      loading={members.loading}
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

function useMemberGroup(search: string): { group: CommandGroup; loading: boolean } {
  const { memberPlural, memberURLPlural } = useTerminology()
  const enabled = useMay('members').list && search !== ''
  const { data, isFetching } = useQuery({
    ...membersFound(search),
    enabled,
    placeholderData: keepPreviousData,
  })
  const items = (enabled ? (data?.data ?? []) : []).map((member) => ({
    id: `/${memberURLPlural}/${member._id}`,
    label: member.name,
    detail: member.memberNumber === undefined ? undefined : `n.º ${member.memberNumber}`,
    icon: <Avatar name={member.name} photo={member.photoUrl} size="small" />,
  }))
  return { group: { label: capitalise(memberPlural), items }, loading: enabled && isFetching }
}

function membersFound(search: string) {
  return queryOptions({
    queryKey: [...keys.lists('members'), 'palette', search],
    queryFn: async ({ signal }) =>
      answered(
        await api.list<FoundMember>(
          'members',
          { search, limit: mostMembers, sort: 'memberNumber' },
          { signal, channel: 'palette' },
        ),
      ),
  })
}

function useScreenGroup(search: string): CommandGroup {
  const routes = useRoutes()
  const session = useSession()
  const words = foldText(search).split(' ').filter(Boolean)
  const items = routes
    .filter((route) => !route.bare && route.redirect === undefined && !route.path.includes(':'))
    .filter((route) => mayEnter(route, session?.role))
    // Staff have a home of their own, the list.
    .filter((route) => route.path !== memberHome || session?.role === 'member')
    .map(({ title, path }) => ({ id: path, label: title }))
  if (session) items.push({ id: profilePath(session.id), label: 'Editar perfil' })
  items.push({ id: logoutPath, label: 'Sair' })
  const found = items.filter(({ label }) => words.every((word) => foldText(label).includes(word)))
  const icon = <IconArrowRight size="1.125rem" stroke={1.5} />
  return { label: 'Ecrãs e ações', items: found.map((item) => ({ ...item, icon })) }
}
