import { requestHeaders } from './request-headers.ts'
import { accessToken } from './tokens.ts'

/** Whether the server and its database respond now. */
export async function isServerReachable(): Promise<boolean> {
  try {
    const response = await fetch('/api/', { headers: requestHeaders(accessToken()) })
    return response.ok
  } catch {
    return false
  }
}
