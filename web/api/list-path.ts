import { listQueryString, type ListParams } from './list-params.ts'
import { collectionPath } from './resource-path.ts'

/** Path and query of a list, relative to `/api/`. */
export function listPath(resource: string, params: ListParams): string {
  return `${collectionPath(resource, params.parent)}?${listQueryString(params)}`
}
