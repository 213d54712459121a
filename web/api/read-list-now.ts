import type { ListPage } from './client.ts'
import type { ListParams } from './list-params.ts'
import { listPath } from './list-path.ts'
import { requestHeaders } from './request-headers.ts'
import { accessToken } from './tokens.ts'

/**
 * All records of a list, before this returns: the page waits. For what cannot be awaited, such as the browser's printing. Undefined
 * when the server does not give them.
 */
export function readListNow(resource: string, params: ListParams): ListPage['data'] | undefined {
  const request = new XMLHttpRequest()
  request.open('GET', `/api/${listPath(resource, { ...params, page: 1, limit: -1 })}`, false)
  for (const [name, value] of Object.entries(requestHeaders(accessToken())))
    request.setRequestHeader(name, value)
  try {
    request.send()
    return request.status === 200 ? (JSON.parse(request.responseText) as ListPage).data : undefined
  } catch {
    return undefined
  }
}
