import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { useQuery } from '@tanstack/react-query'
import { listQuery, useFields } from '../../api/queries.ts'
import { useSearchText } from '../../ui/search-text.ts'

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

const maxEntities = 7
const maxMembers = 5

interface PartySearch {
  found: readonly Party[]
  /** Whether the results answer the typed text; otherwise they are empty. */
  isCurrent: boolean
  searchNow: () => void
}

/** Searches entities in use and members at the same time, entities first. */
export function usePartySearch(typed: string): PartySearch {
  const { asked, current, searchNow } = useSearchText(typed)
  const enabled = asked !== ''
  const fields = useFields('externalEntities') ?? {}
  const entities = useQuery({
    ...listQuery('externalEntities', {
      search: asked,
      where: { active: 'true' },
      limit: maxEntities,
      // A setting may hide the tax number.
      columns: (['name', 'nif', 'defaultCategoryId'] as const).filter((name) => fields[name]),
    }),
    enabled,
  })
  const members = useQuery({
    ...listQuery('members', { search: asked, limit: maxMembers, columns: ['name', 'memberNumber'] }),
    enabled,
  })
  const found = [current(entities.data)?.data.map(entityParty), current(members.data)?.data.map(memberParty)]
  const isCurrent = typed.trim() === '' || !found.includes(undefined)
  return { found: isCurrent ? found.flatMap((parties) => parties ?? []) : [], isCurrent, searchNow }
}

export function entityParty(record: ResourceRecord<'externalEntities'>): Party {
  return {
    _id: record._id,
    resource: 'externalEntities',
    name: record.name,
    fact: record.nif ?? '',
    defaultCategoryId: record.defaultCategoryId ?? undefined,
  }
}

function memberParty(record: ResourceRecord<'members'>): Party {
  return {
    _id: record._id,
    resource: 'members',
    name: record.name,
    fact: `n.º\u00A0${record.memberNumber}`,
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
