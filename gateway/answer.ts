import type { IncomingHttpHeaders } from 'node:http'

export interface Request {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: Record<string, unknown>
}

export interface Answer {
  status?: number
  json?: unknown
  text?: string
  html?: string
  /** An address to go to. */
  seeOther?: string
}
