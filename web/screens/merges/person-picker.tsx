import { useState } from 'react'
import { Loader, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { resourcePath } from '@agremia/resources/paths.ts'
import { api } from '../../api/client.ts'
import { requireAnswer } from '../../api/query-client.ts'

interface FoundPerson {
  _id: string
  name: string
  birthYear: number | null
  city: string | null
  memberNumber: number | null
}

interface PersonPickerProps {
  label: string
  /** The person of the other picker, who is not offered. */
  except: string | undefined
  onChoose: (personId: string) => void
}

/** Finds a person by words, NIF or number. Homonyms are told apart by number, year of birth and place. */
export function PersonPicker({ label, except, onChoose }: PersonPickerProps) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 250)
  const found = useQuery({
    queryKey: ['peopleResearcher', 'picker', search, except],
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ _search: search, ...(except !== undefined && { except }) })
      const path = `${resourcePath('peopleResearcher')}?${query.toString()}`
      return requireAnswer(await api.get<{ data: FoundPerson[] }>(path, signal)).data
    },
    enabled: search !== '',
  })
  const people = search === '' ? [] : (found.data ?? [])
  return (
    <Select
      label={label}
      placeholder="Nome, NIF ou número…"
      searchable
      data={people.map((person) => ({ value: person._id, label: describe(person) }))}
      value={null}
      onSearchChange={setTyped}
      onChange={(id) => id !== null && onChoose(id)}
      filter={({ options }) => options}
      nothingFoundMessage={search === '' ? undefined : found.isFetching ? 'A pesquisar…' : 'Sem resultados'}
      rightSection={found.isFetching ? <Loader size="1rem" /> : undefined}
    />
  )
}

function describe({ name, memberNumber, birthYear, city }: FoundPerson): string {
  return [
    name,
    memberNumber !== null && `n.º\u00A0${memberNumber}`,
    birthYear !== null && `nasceu em ${birthYear}`,
    city,
  ]
    .filter(Boolean)
    .join(' · ')
}
