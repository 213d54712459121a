import { toSnakeCase } from '@agremia/resources/paths.ts'
import type { Parent } from './list-params.ts'

/** Path of a collection relative to `/api/`, nested under its parent if any: `member_states`. */
export function collectionPath(resource: string, parent?: Parent): string {
  const path = toSnakeCase(resource)
  return parent ? `${recordPath(parent.resource, parent.id)}/${path}` : path
}

export function recordPath(resource: string, id: string): string {
  return `${toSnakeCase(resource)}/${encodeURIComponent(id)}`
}
