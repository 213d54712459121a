import { toSnakeCase } from '@agremia/resources/paths.ts'
import { api } from '../api/client.ts'
import { pageByPageQuery, type Part } from '../api/page-by-page.ts'
import { keys, useMay } from '../api/queries.ts'

/** A record that was deleted and can be brought back. */
export interface DeletedRecord {
  _id: string
  _created_at: string
  userName: string
  recordId: string
  /** What it was called. */
  title: string
}

export interface DeletedOf {
  resource: string
  /** Only what was part of this record. */
  partOf?: string | undefined
  /** Only this one. */
  recordId?: string
}

/** Where the deleted records of a resource are listed, the last first. */
export function deletedPath({ resource, partOf, recordId }: DeletedOf): string {
  const params = new URLSearchParams({ _resource: toSnakeCase(resource) })
  if (partOf !== undefined) params.set('_partOf', partOf)
  if (recordId !== undefined) params.set('_recordId', recordId)
  return `audit_events?${params.toString()}`
}

/** Those records; news of the resource read them again. */
export function deletedQuery(of: DeletedOf) {
  const path = deletedPath(of)
  return pageByPageQuery<DeletedRecord>([...keys.lists(of.resource), 'deleted', path], (page, signal) =>
    api.get<Part<DeletedRecord>>(`${path}&_page=${page}`, signal),
  )
}

/** Whether the person may bring back what was deleted of a resource. */
export function useMayRestore(resource: string): boolean {
  const mayReadHistory = useMay('auditEvents').list
  return useMay(resource).create && mayReadHistory
}
