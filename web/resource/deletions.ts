import { toSnakeCase } from '@agremia/resources/paths.ts'
import { api } from '../api/client.ts'
import { pageByPageQuery, type Part } from '../api/query-client.ts'
import { keys, useMay } from '../api/queries.ts'

/** A deleted record that can be restored. */
export interface DeletedRecord {
  _id: string
  _created_at: string
  userName: string
  recordId: string
  /** Its name at deletion. */
  title: string
}

export interface DeletedFilter {
  resource: string
  /** Only children of this record. */
  partOf?: string | undefined
  /** Only this record. */
  recordId?: string
}

/** API path of a resource's deleted records, newest first. */
export function deletedPath({ resource, partOf, recordId }: DeletedFilter): string {
  const params = new URLSearchParams({ _resource: toSnakeCase(resource) })
  if (partOf !== undefined) params.set('_partOf', partOf)
  if (recordId !== undefined) params.set('_recordId', recordId)
  return `audit_events?${params.toString()}`
}

/** Query of a resource's deleted records; invalidated with its lists. */
export function deletedQuery(of: DeletedFilter) {
  const path = deletedPath(of)
  return pageByPageQuery<DeletedRecord>([...keys.lists(of.resource), 'deleted', path], (page, signal) =>
    api.get<Part<DeletedRecord>>(`${path}&_page=${page}`, signal),
  )
}

/** Whether the person may restore deleted records of a resource. */
export function useMayRestore(resource: string): boolean {
  const mayReadHistory = useMay('auditEvents').list
  return useMay(resource).create && mayReadHistory
}
