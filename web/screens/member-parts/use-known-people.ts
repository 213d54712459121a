import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { isDate } from '@agremia/resources/rules/dates.ts'
import { resourcePath } from '@agremia/resources/paths.ts'
import { api } from '../../api/client.ts'
import { answered } from '../../api/query-client.ts'
import type { Values } from '../../fields/index.ts'

/** A registered person who may be the one in the form. */
export interface PossibleDuplicate {
  _id: string
  name: string
  birthYear: number | null
  city: string | null
  memberNumber: number | null
  memberId: string | null
  stateLabel: string | null
  reason: 'nif' | 'nameBirth' | 'email' | 'search'
}

const typingPause = 300
/** The fields that the search compares. */
const searchFields = ['nif', 'name', 'birthDate', 'email'] as const

/** A registered person whose record is being edited, with the names of the changed fields. */
export interface EditedPerson {
  personId: unknown
  changes: readonly string[]
}

/** Searches, debounced, for other people with the same NIF, the same email, or the same name and birth date. */
export function useKnownPeople(values: Values, edited?: EditedPerson): PossibleDuplicate[] {
  const [query] = useDebouncedValue(
    edited ? editDuplicatesQuery(values, edited) : duplicatesQuery(values),
    typingPause,
  )
  const found = useQuery({
    queryKey: ['peopleResearcher', query],
    queryFn: async ({ signal }) =>
      answered(
        await api.get<{ data: PossibleDuplicate[] }>(`${resourcePath('peopleResearcher')}?${query}`, signal),
      ).data,
    enabled: query !== '',
    placeholderData: keepPreviousData,
  })
  return query === '' ? [] : (found.data ?? [])
}

/** The query for a new person; empty until the values can identify somebody. A name alone is not enough. */
export function duplicatesQuery(values: Values): string {
  const filled = searchFields.flatMap((name) => {
    const value = values[name]
    const text = typeof value === 'string' ? value.trim() : ''
    return text !== '' && (name !== 'birthDate' || isDate(text)) ? [[name, text] as [string, string]] : []
  })
  const names = new Set(filled.map(([name]) => name))
  const identifies = names.has('nif') || names.has('email') || (names.has('name') && names.has('birthDate'))
  return identifies ? new URLSearchParams(filled).toString() : ''
}

/** The query for a registered person: compares only changed fields; name and birth date count as one. */
export function editDuplicatesQuery(values: Values, { personId, changes }: EditedPerson): string {
  const birth = changes.includes('name') || changes.includes('birthDate') ? ['name', 'birthDate'] : []
  const searched = [...changes.filter((name) => name === 'nif' || name === 'email'), ...birth]
  const query = duplicatesQuery(Object.fromEntries(searched.map((name) => [name, values[name]])))
  return query === '' || typeof personId !== 'string' ? '' : `${query}&except=${personId}`
}
