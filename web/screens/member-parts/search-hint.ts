import { useFields } from '../../api/queries.ts'

/** What a search looks through, for the empty search field: a setting may hide the NIF. */
export function useSearchHint(resource: 'members' | 'memberApplications'): string {
  const fields = useFields(resource)
  return fields && !fields.nif ? 'Nome, número, email…' : 'Nome, número, NIF, email…'
}
