import { useQuery } from '@tanstack/react-query'
import { recordPath } from '@agremia/resources/paths.ts'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { answered } from '../../api/query-client.ts'

/** Somebody known, or another application, that may be of the same person. */
export interface Match {
  _id: string
  resource: 'people' | 'memberApplications'
  name: string
  reasons: ('nif' | 'nameBirth' | 'email')[]
  memberId: string | null
  memberNumber: number | null
  /** The membership goes on. */
  isMember: boolean
  isDeceased: boolean
  /** Of the other application. */
  number: number | null
  stateLabel: string | null
  fields: ComparedField[]
}

export interface ComparedField {
  field: string
  label: string
  application: unknown
  known: unknown
  isSame: boolean
}

/** Whether the applicant cannot be this person. */
export function isBarred({ isMember, isDeceased }: Match): boolean {
  return isMember || isDeceased
}

/** Nobody else can be admitted with the NIF of this one. */
export function hasSameNif({ resource, reasons }: Match): boolean {
  return resource === 'people' && reasons.includes('nif')
}

/** Who may already be known; asked while it still matters. */
export function useMatches(applicationId: string, isNeeded: boolean): Match[] {
  const found = useQuery({
    queryKey: [...keys.record('memberApplications', applicationId), 'matches'],
    queryFn: async ({ signal }) =>
      answered(
        await api.get<{ data: Match[] }>(
          `${recordPath('memberApplications', applicationId)}/matches`,
          signal,
        ),
      ).data,
    enabled: isNeeded,
  })
  return isNeeded ? (found.data ?? []) : []
}
