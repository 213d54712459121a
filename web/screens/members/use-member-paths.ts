import { useMemo } from 'react'
import { useTerminology } from '../../api/queries.ts'

export type MemberTab = 'ficha' | 'quotas' | 'cartoes' | 'contactos' | 'mensagens' | 'historico'

/** Addresses of the members' screens, in the organisation's words. */
export function useMemberPaths() {
  const { memberURLPlural } = useTerminology()
  return useMemo(() => {
    const list = `/${memberURLPlural}`
    return {
      list,
      new: `${list}/novo`,
      record: (id: string, tab: MemberTab = 'ficha') => `${list}/${id}${tab === 'ficha' ? '' : `/${tab}`}`,
    }
  }, [memberURLPlural])
}
