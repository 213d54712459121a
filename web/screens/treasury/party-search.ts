import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { StoredRecord } from '../../api/client.ts'
import { listQuery, useFields } from '../../api/queries.ts'
import { plainText } from '../../fields/texts.ts'

/** Who pays or receives: an external entity or a member. */
export interface Party {
  _id: string
  resource: 'externalEntities' | 'members'
  name: string
  /** The tax number of an entity, the number of a member. */
  fact: string
  /** The category that an entity's record names. */
  defaultCategoryId?: string | undefined
}

const searchDelay = 200
const maxEntities = 7
const maxMembers = 5

interface PartySearch {
  found: readonly Party[]
  /** Whether the results are those of the typed text. */
  isCurrent: boolean
  searchNow: () => void
}

/** Searches entities in use and members at the same time, entities first. */
export function usePartySearch(typed: string): PartySearch {
  const text = typed.trim()
  const [asked, setAsked] = useState('')
  const [debounced] = useDebouncedValue(text, searchDelay)
  const search = asked === text ? text : debounced
  const enabled = search !== ''
  const fields = useFields('externalEntities') ?? {}
  const entities = useQuery({
    ...listQuery('externalEntities', {
      search,
      where: { active: 'true' },
      limit: maxEntities,
      // A setting may hide the tax number.
      columns: ['name', 'nif', 'defaultCategoryId'].filter((name) => fields[name]),
    }),
    enabled,
    placeholderData: keepPreviousData,
  })
  const members = useQuery({
    ...listQuery('members', { search, limit: maxMembers, columns: ['name', 'memberNumber'] }),
    enabled,
    placeholderData: keepPreviousData,
  })
  const isLoaded = [entities, members].every((query) => query.isSuccess && !query.isPlaceholderData)
  return {
    found: [...(entities.data?.data ?? []).map(entityParty), ...(members.data?.data ?? []).map(memberParty)],
    isCurrent: text === '' || (search === text && isLoaded),
    searchNow: () => setAsked(text),
  }
}

export function entityParty(record: StoredRecord): Party {
  return {
    _id: record._id,
    resource: 'externalEntities',
    name: plainText(record.name),
    fact: plainText(record.nif),
    defaultCategoryId: plainText(record.defaultCategoryId) || undefined,
  }
}

function memberParty(record: StoredRecord): Party {
  const number = plainText(record.memberNumber)
  return {
    _id: record._id,
    resource: 'members',
    name: plainText(record.name),
    fact: number === '' ? '' : `n.º\u00A0${number}`,
  }
}

/** The values of a transaction with this party; without one, of none. */
export function partyValues(party: Party | undefined) {
  const isMember = party?.resource === 'members'
  return {
    externalEntityId: party && !isMember ? party._id : null,
    externalEntityLabel: party && !isMember ? party.name : null,
    memberId: party && isMember ? party._id : null,
    memberLabel: party && isMember ? party.name : null,
  }
}
