import { listQueryString, type ListParams } from './list-params.ts'
import { collectionPath } from './resource-path.ts'

/** The path and query of a list below `/api/`. */
export function listPath(resource: string, params: ListParams): string {
  return `${collectionPath(resource, params.parent)}?${listQueryString(params)}`
}
