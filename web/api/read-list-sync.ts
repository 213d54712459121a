import { maxLimit } from '@agremia/resources/list-parameters.ts'
import type { ListPage, StoredRecord } from './client.ts'
import { type ListParams, listPath } from './resource-paths.ts'
import { accessToken, requestHeaders } from './tokens.ts'

/**
 * Reads all records of a list with synchronous requests, because `beforeprint` does not wait for promises.
 * Undefined when a request fails.
 */
export function readListSync(resource: string, params: ListParams): StoredRecord[] | undefined {
  const records: StoredRecord[] = []
  for (let page = 1; ; page++) {
    const part = readNow(`/api/${listPath(resource, { ...params, page, limit: maxLimit })}`)
    if (!part) return undefined
    records.push(...part.data)
    if (part.data.length < maxLimit) return records
  }
}

function readNow(path: string): ListPage | undefined {
  const request = new XMLHttpRequest()
  request.open('GET', path, false)
  for (const [name, value] of Object.entries(requestHeaders(accessToken())))
    request.setRequestHeader(name, value)
  try {
    request.send()
    return request.status === 200 ? (JSON.parse(request.responseText) as ListPage) : undefined
  } catch {
    return undefined
  }
}
