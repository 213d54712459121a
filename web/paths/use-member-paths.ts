import { useMemo } from 'react'
import { useTerminology } from '../api/queries.ts'
import { newMemberPath } from './members.ts'

/** Addresses of the members' screens, in the organisation's terminology. */
export function useMemberPaths() {
  const terminology = useTerminology()
  return useMemo(() => {
    const list = `/${terminology.memberURLPlural}`
    return {
      list,
      new: newMemberPath(terminology),
      record: (id: string, tab = 'ficha') => `${list}/${id}${tab === 'ficha' ? '' : `/${tab}`}`,
    }
  }, [terminology])
}
