import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Combobox, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useResultChoice } from '../../ui/result-choice.ts'
import { ResultsStatus } from '../../ui/results-status.tsx'
import { useSearchText } from '../../ui/search-text.ts'
import { FoundMember } from './found-member.tsx'
import { debtsQuery } from './payer-queries.ts'
import { keys } from '../../api/queries.ts'
import { requireAnswer } from '../../api/query-client.ts'
import classes from '../../ui/search-results.module.css'

interface MemberSearchProps {
  id: string
  label: string
  /** Number of the payment entry; part of the query keys. */
  entry: number
  /** Ids to leave out of the results. */
  except: readonly string[]
  error: string | undefined
  onChoose: (member: ResourceRecord<'members'>) => void
  /** Called on Escape in an empty field. */
  onLeave?: (() => void) | undefined
  /** Focuses the field on mount. */
  isFirst?: boolean
}

/** Searches members while typing, and chooses one. */
export function MemberSearch(props: MemberSearchProps) {
  const { id, label, entry, except, error, onChoose, onLeave, isFirst = false } = props
  const [typed, setTyped] = useState('')
  const search = useMemberSearch(typed, entry)
  const found = search.found.filter(({ _id }) => !except.includes(_id))
  const input = useRef<HTMLInputElement>(null)
  usePrefetchedDebts(search.isCurrent ? found[0]?._id : undefined, entry)

  const choose = (member: ResourceRecord<'members'>) => {
    setTyped('')
    onChoose(member)
  }

  const { isCurrent, searchNow } = search
  const chooseById = (chosen: string) => {
    const member = found.find(({ _id }) => _id === chosen)
    if (member) choose(member)
  }
  const { combobox, onKeyDownCapture } = useResultChoice({
    search: typed.trim(),
    ids: found.map(({ _id }) => _id),
    isCurrent,
    opened: typed.trim() !== '',
    onChoose: chooseById,
    onTab: 'stay',
    searchNow,
  })

  useEffect(() => {
    if (isFirst) input.current?.focus()
  }, [isFirst])

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey) return
    if (event.key === 'Escape' && typed !== '') {
      event.preventDefault()
      setTyped('')
    } else if (event.key === 'Escape' && onLeave) {
      event.preventDefault()
      onLeave()
    }
  }

  return (
    <Combobox store={combobox} withinPortal={false} onOptionSubmit={chooseById}>
      <div className={classes.holder}>
        <Combobox.EventsTarget withExpandedAttribute>
          <TextInput
            ref={input}
            {...asCombobox}
            id={id}
            label={label}
            error={error}
            value={typed}
            leftSection={<IconSearch size="1.125rem" stroke={1.5} aria-hidden />}
            classNames={{ input: classes.input }}
            placeholder="Número, nome ou NIF"
            autoComplete="off"
            spellCheck={false}
            onKeyDownCapture={onKeyDownCapture}
            onKeyDown={onKeyDown}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </Combobox.EventsTarget>
        {combobox.dropdownOpened && (
          <div className={classes.results}>
            <Combobox.Options aria-label={`Resultados de ${label}`}>
              {found.map((member) => (
                <Combobox.Option key={member._id} value={member._id} className={classes.option}>
                  <FoundMember member={member} search={typed} />
                </Combobox.Option>
              ))}
            </Combobox.Options>
            {found.length === 0 && <ResultsStatus isCurrent={isCurrent} />}
          </div>
        )}
      </div>
    </Combobox>
  )
}

/** The library sets the other ARIA attributes. */
const asCombobox = { role: 'combobox' }

/** Prefetches the charges of the first result, so that they are cached when Enter chooses it. */
function usePrefetchedDebts(memberId: string | undefined, entry: number): void {
  const client = useQueryClient()
  useEffect(() => {
    if (memberId !== undefined) void client.prefetchQuery(debtsQuery(memberId, entry))
  }, [client, memberId, entry])
}

interface SearchState {
  found: readonly ResourceRecord<'members'>[]
  /** Whether `found` is the answer to the typed text; otherwise it is empty. */
  isCurrent: boolean
  /** Searches immediately, without the debounce. */
  searchNow: () => void
}

const maxResults = 8

/** Searches members by number or words; an exact number comes first. */
function useMemberSearch(typed: string, entry: number): SearchState {
  const { asked, current, searchNow } = useSearchText(typed)
  const answer = current(useQuery({ ...foundMembersQuery(asked, entry), enabled: asked !== '' }).data)
  const hasText = typed.trim() !== ''
  return {
    found: hasText ? (answer?.data ?? noMembers) : noMembers,
    isCurrent: hasText && answer !== undefined,
    searchNow,
  }
}

const noMembers: readonly ResourceRecord<'members'>[] = []

/** The entry number is part of the key, so that debts from before the last payment are not shown. */
function foundMembersQuery(search: string, entry: number) {
  const params = { search, limit: maxResults, sort: 'memberNumber' } as const
  return queryOptions({
    queryKey: [...keys.list('members', params), 'payers', entry],
    gcTime: 60_000,
    queryFn: async ({ signal }) => requireAnswer(await api.list('members', params, signal)),
  })
}
