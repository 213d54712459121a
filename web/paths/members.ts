import { useMemo } from 'react'
import { useTerminology } from '../api/queries.ts'
import { compoundPath } from '@agremia/resources/paths.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'

/** Addresses of the members' screens, in the organisation's words. */
export function useMemberPaths() {
  const { memberURLPlural } = useTerminology()
  return useMemo(() => {
    const list = `/${memberURLPlural}`
    return {
      list,
      new: `${list}/novo`,
      record: (id: string, tab = 'ficha') => `${list}/${id}${tab === 'ficha' ? '' : `/${tab}`}`,
    }
  }, [memberURLPlural])
}

/** The settings of members and of what they pay. */
export function membersSettingsPath({ memberURLPlural }: Terminology): string {
  return `/${compoundPath('configuracao', memberURLPlural)}`
}
