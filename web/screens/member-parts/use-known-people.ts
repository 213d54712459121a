import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { isDate } from '@agremia/resources/rules/dates.ts'
import { resourcePath } from '@agremia/resources/paths.ts'
import { api } from '../../api/client.ts'
import { answered } from '../../api/query-client.ts'
import type { Values } from '../../fields/index.ts'

/** Somebody who may be the person being registered. */
export interface KnownPerson {
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
/** What is enough to look for somebody. */
const looked = ['nif', 'name', 'birthDate', 'email'] as const

/** Somebody who is registered already, and the fields that are being changed. */
export interface PersonEdited {
  personId: unknown
  changes: readonly string[]
}

/** Looks for other people with the same NIF, the same name and birth date, or the same email, as one types. */
export function useKnownPeople(values: Values, edited?: PersonEdited): KnownPerson[] {
  const [query] = useDebouncedValue(edited ? editedQueryOf(values, edited) : queryOf(values), typingPause)
  const found = useQuery({
    queryKey: ['peopleResearcher', query],
    queryFn: async ({ signal }) =>
      answered(await api.get<{ data: KnownPerson[] }>(`${resourcePath('peopleResearcher')}?${query}`, signal))
        .data,
    enabled: query !== '',
    placeholderData: keepPreviousData,
  })
  return query === '' ? [] : (found.data ?? [])
}

/** Empty while nothing would identify anybody: a name alone belongs to many. */
export function queryOf(values: Values): string {
  const given = looked.flatMap((name) => {
    const value = values[name]
    const text = typeof value === 'string' ? value.trim() : ''
    return text !== '' && (name !== 'birthDate' || isDate(text)) ? [[name, text] as [string, string]] : []
  })
  const names = new Set(given.map(([name]) => name))
  const tells = names.has('nif') || names.has('email') || (names.has('name') && names.has('birthDate'))
  return tells ? new URLSearchParams(given).toString() : ''
}

/** Of somebody who is registered only what is being changed is looked for; a name and a birth date tell nothing apart. */
export function editedQueryOf(values: Values, { personId, changes }: PersonEdited): string {
  const birth = changes.includes('name') || changes.includes('birthDate') ? ['name', 'birthDate'] : []
  const asked = [...changes.filter((name) => name === 'nif' || name === 'email'), ...birth]
  const query = queryOf(Object.fromEntries(asked.map((name) => [name, values[name]])))
  return query === '' || typeof personId !== 'string' ? '' : `${query}&except=${personId}`
}
