import { useState } from 'react'
import { Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { resourcePath } from '@agremia/resources/paths.ts'
import { api } from '../../api/client.ts'
import { requireAnswer } from '../../api/query-client.ts'
import { Choice } from '../../ui/choice.tsx'
import { useSearchText } from '../../ui/search-text.ts'

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
  const { asked, current, searchNow } = useSearchText(typed)
  const found = useQuery({
    queryKey: ['peopleResearcher', 'picker', asked, except],
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ _search: asked, ...(except !== undefined && { except }) })
      const path = `${resourcePath('peopleResearcher')}?${query.toString()}`
      return requireAnswer(await api.get<{ data: FoundPerson[] }>(path, signal)).data
    },
    enabled: asked !== '',
  })
  const hasText = typed.trim() !== ''
  const people = hasText ? current(found.data) : []
  const isLoading = people === undefined && !found.isError
  return (
    <Choice
      label={label}
      placeholder="Nome, NIF ou número…"
      search={{ onType: setTyped, isCurrent: !isLoading, searchNow }}
      data={(people ?? []).map((person) => ({ value: person._id, label: describe(person) }))}
      value={null}
      onChange={(id) => id !== null && onChoose(id)}
      nothingFoundMessage={!hasText ? undefined : isLoading ? 'A pesquisar…' : 'Sem resultados'}
      rightSection={isLoading ? <Loader size="1rem" /> : undefined}
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
