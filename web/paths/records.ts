import { createContext, useContext, useMemo } from 'react'

/** Path of the page of a record, with `:id`, by resource. The application computes it from its routes. */
export const RecordPathsContext = createContext<Readonly<Record<string, string>>>({})

export type RecordPath = (id: string) => string

/** The path of the page of a resource's records; undefined if they have no page. */
export function useRecordPath(resource: string): RecordPath | undefined {
  const path = useContext(RecordPathsContext)[resource]
  return useMemo(() => (path === undefined ? undefined : (id) => path.replace(':id', id)), [path])
}
