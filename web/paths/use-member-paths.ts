import { useMemo } from 'react'
import { useTerminology } from '../api/queries.ts'

/** Addresses of the members' screens, in the organisation's terminology. */
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
