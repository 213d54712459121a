import type { MatchReason } from '@agremia/resources/match-reasons.ts'
import { useQuery } from '@tanstack/react-query'
import { recordPath } from '@agremia/resources/paths.ts'
import { keys } from '../../api/queries.ts'
import { dataQuery } from '../../api/data-query.ts'

/** A person, or another application, that may be the same person as the applicant. */
export interface Match {
  _id: string
  resource: 'people' | 'memberApplications'
  name: string
  reasons: MatchReason[]
  memberId: string | null
  memberNumber: number | null
  isMember: boolean
  isDeceased: boolean
  /** The number of the application; null for people. */
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

/** True for members and the deceased: they cannot be admitted. */
export function isBarred({ isMember, isDeceased }: Match): boolean {
  return isMember || isDeceased
}

/** True if this person has the application's NIF: nobody else can be admitted with it. */
export function hasSameNif({ resource, reasons }: Match): boolean {
  return resource === 'people' && reasons.includes('nif')
}

/** Similar people and applications; requested only when `isNeeded` (the application is not decided yet). */
export function useMatches(applicationId: string, isNeeded: boolean): Match[] {
  const found = useQuery({
    ...dataQuery<Match[]>(
      [...keys.record('memberApplications', applicationId), 'matches'],
      `${recordPath('memberApplications', applicationId)}/matches`,
    ),
    enabled: isNeeded,
  })
  return isNeeded ? (found.data ?? []) : []
}

/** Which person the applicant is: an existing one, a new one, or (empty) not decided yet. */
export interface PersonChoice {
  personId?: string
  newPerson?: boolean
}

export const undecided: PersonChoice = {}
