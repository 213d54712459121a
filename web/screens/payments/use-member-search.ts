import { useState } from 'react'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { api, type StoredRecord } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { answered } from '../../api/query-client.ts'

export interface MemberSearch {
  found: readonly StoredRecord[]
  /** The words that `found` answers; they may be older than what is typed. */
  words: string
  /** Whether `found` answers what is typed. */
  isCurrent: boolean
  /** Looks at once, without waiting for the next letter. */
  hurry: () => void
}

const delay = 225
const mostFound = 8

/** Members by number or by any of their words; whoever has exactly the number comes first. */
export function useMemberSearch(typed: string, entry: number): MemberSearch {
  const words = typed.trim()
  const [paused] = useDebouncedValue(words, delay)
  const [hurried, setHurried] = useState('')
  const asked = words === '' || hurried === words ? words : paused
  const { data, isPlaceholderData } = useQuery({
    ...foundMembersQuery(asked, entry),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
  })
  return {
    found: words === '' ? noMembers : (data?.data ?? noMembers),
    words: asked,
    isCurrent: words !== '' && asked === words && data !== undefined && !isPlaceholderData,
    hurry: () => setHurried(words),
  }
}

const noMembers: readonly StoredRecord[] = []

/** Each entry asks for itself: what somebody owes is as their last payment left it. */
function foundMembersQuery(search: string, entry: number) {
  const params = { search, limit: mostFound, sort: 'memberNumber' }
  return queryOptions({
    queryKey: [...keys.list('members', params), 'payers', entry],
    gcTime: 60_000,
    queryFn: async ({ signal }) => answered(await api.list('members', params, { signal, channel: 'payers' })),
  })
}
