import { useState } from 'react'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { api, type StoredRecord } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { answered } from '../../api/query-client.ts'

export interface MemberSearch {
  found: readonly StoredRecord[]
  /** The search text of `found`; may be older than the typed text. */
  words: string
  /** Whether `found` is the answer to the typed text. */
  isCurrent: boolean
  /** Searches immediately, without the debounce. */
  searchNow: () => void
}

const delay = 225
const maxResults = 8

/** Searches members by number or words; an exact number comes first. */
export function useMemberSearch(typed: string, entry: number): MemberSearch {
  const words = typed.trim()
  const [debounced] = useDebouncedValue(words, delay)
  const [searchedNow, setSearchedNow] = useState('')
  const searched = words === '' || searchedNow === words ? words : debounced
  const { data, isPlaceholderData } = useQuery({
    ...foundMembersQuery(searched, entry),
    enabled: searched !== '',
    placeholderData: keepPreviousData,
  })
  return {
    found: words === '' ? noMembers : (data?.data ?? noMembers),
    words: searched,
    isCurrent: words !== '' && searched === words && data !== undefined && !isPlaceholderData,
    searchNow: () => setSearchedNow(words),
  }
}

const noMembers: readonly StoredRecord[] = []

/** The entry number is part of the key, so that debts from before the last payment are not shown. */
function foundMembersQuery(search: string, entry: number) {
  const params = { search, limit: maxResults, sort: 'memberNumber' }
  return queryOptions({
    queryKey: [...keys.list('members', params), 'payers', entry],
    gcTime: 60_000,
    queryFn: async ({ signal }) => answered(await api.list('members', params, { signal, channel: 'payers' })),
  })
}
